import { TRPC_ERROR_CODES_BY_KEY, type TRPC_ERROR_CODE_KEY, type TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc'
import type { ErrorKind, FieldErrors } from './catalog.ts'
import type { ErrorResponse } from './error-envelope.ts'

/** tRPC's codes by status. Other statuses have the code `BAD_REQUEST`. */
const CODE_KEYS: Record<number, TRPC_ERROR_CODE_KEY> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

interface ErrorStatus {
  code: TRPC_ERROR_CODE_KEY
  httpStatus: number
  path?: string
  retryAfterSeconds: number | undefined
}

type FieldErrorData = {
  [Name in keyof FieldErrors]: ErrorStatus & {
    name: Name
    fields: FieldErrors[Name]
    appCode: undefined
    uiMessage: undefined
  }
}[keyof FieldErrors]

interface CatalogErrorData extends ErrorStatus {
  name: ErrorKind
  fields: undefined
  appCode: number
  uiMessage: string
}

export interface NativeErrorShape {
  code: TRPC_ERROR_CODE_NUMBER
  message: string
  data: FieldErrorData | CatalogErrorData
}

export function toNativeErrorShape(
  { data }: { data?: { path?: string } },
  { name, status, retryAfterSeconds, envelope }: ErrorResponse,
): NativeErrorShape {
  const key = CODE_KEYS[status] ?? 'BAD_REQUEST'
  const { message, ui_message: uiMessage } = envelope._error
  const fields = typeof message === 'string' ? undefined : message
  return {
    message: typeof message === 'string' ? message : 'Invalid fields.',
    code: TRPC_ERROR_CODES_BY_KEY[key],
    data: {
      ...data,
      code: key,
      name,
      httpStatus: status,
      appCode: envelope._code,
      uiMessage,
      retryAfterSeconds,
      fields,
    } as NativeErrorShape['data'],
  }
}
