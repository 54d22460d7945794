export { authorize } from './authorize.ts'
export type {
  ApiContext,
  BrowserSession,
  Caller,
  CallOutcome,
  PortalBrowserSession,
  Services,
  WatchCall,
} from './context.ts'
export { ERROR_CATALOG } from './errors/catalog.ts'
export { type ErrorResponse, toErrorResponse } from './errors/error-envelope.ts'
export { toNativeErrorShape } from './errors/native-error-shape.ts'
export { RequestError, type RequestErrorKind } from './errors/request-error.ts'
export { presentDelivery } from './events/present-event.ts'
export { REST_BASE_PATH, type RestOperation, restOperations } from './rest-operations.ts'
export { type AppRouter, appRouter, createCaller, INTERNAL_PROCEDURES, PROCEDURE_NAMES } from './router.ts'
export { chooseLocale, type Locale, LOCALES, pageLinks } from '@partner-accounts/rules'
