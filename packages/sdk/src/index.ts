export { PartnerAccounts } from './client.ts'
export type { AccountList, AccountPage, Accounts, GetParams, ListParams } from './accounts/accounts.ts'
export type { Page, PageBody } from './paging/page.ts'
export type { PagedList } from './paging/paged-list.ts'
export { ErrorCode } from './errors/error-codes.ts'
export {
  ApiError,
  ConnectionError,
  type ApiErrorDetails,
  type ErrorDetails,
  PartnerAccountsError,
  PossiblyCreatedError,
  RateLimitError,
  TimeoutError,
  UsageError,
} from './errors/errors.ts'
export type { EventList, EventListParams, EventPage, Events, FollowOptions } from './events/events.ts'
export type { ApiPromise } from './calls/api-promise.ts'
export { redact } from './http/redact.ts'
export type { ApiResponse } from './http/send-request.ts'
export { VERSION } from './http/version.ts'
export type {
  CallOptions,
  CredentialOptions,
  DerivedClientOptions,
  FailedRequest,
  Fetch,
  FetchInit,
  FetchResponse,
  Hooks,
  IncomingResponse,
  Mode,
  OutgoingRequest,
  PartnerAccountsOptions,
  Priority,
  TokenOptions,
  TokenStorage,
  UpcomingRetry,
  Wait,
} from './options/client-options.ts'
export type { Logger, LogLevel } from './runtime/log.ts'
export type { RateLimitStore, RateLimitWindow } from './options/rate-limit-store.ts'
export type {
  Account,
  AccountDetail,
  AccountPageBody,
  CreateAccountBody,
  CreatedAccount,
  EventPageBody,
  EventType,
  FieldPath,
  InvalidFields,
  PartnerAccountsEvent,
} from './wire/models.ts'
