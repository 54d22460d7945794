import { ApiError, type ApiErrorDetails } from '../errors/errors.ts'
import { isObject } from '../options/checks.ts'
import { readRetryAfterMs } from '../rate-limit/rate-limit-headers.ts'
import type { InvalidFields } from '../wire/models.ts'
import { MAX_QUOTED_LENGTH } from '../constants.ts'

export interface FailedResponse {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string
  /** The body, without the secrets that the client sent. It may contain an account's secret. */
  readonly text: string
  /** The parsed body. */
  readonly data: Record<string, unknown> | undefined
  /** The URL of the operation, without identifiers. */
  readonly address: string
  /** The fields that a successful response has. */
  readonly expected: readonly string[]
}

interface ErrorContent {
  message?: string | InvalidFields
  ui_message?: string
}

export function readApiError(response: FailedResponse): ApiError {
  const { status, requestId, headers } = response
  return new ApiError({ status, requestId, retryAfterMs: readRetryAfterMs(headers), ...readContent(response) })
}

function readContent(response: FailedResponse): Pick<ApiErrorDetails, 'message' | 'code' | 'fields' | 'uiMessage'> {
  const { data = {}, address } = response
  const content = data['_status'] === 'ERR' ? data['_error'] : undefined
  const { message, ui_message: uiMessage } = (content ?? {}) as ErrorContent
  if (typeof message === 'string') {
    const code = data['_code'] as number
    return { code, uiMessage, message: code === 404 ? `${message} Check baseUrl: ${address}` : message }
  }
  if (isObject(message)) {
    const fields = Object.entries(message).map((entry) => entry.join(': '))
    return { fields: message, message: `Invalid fields: ${fields.join('; ')}` }
  }
  return { message: describeForeign(response) }
}

/** Describes a response that is a proxy's, or that belongs to another request. */
function describeForeign({ status, address, text, expected }: FailedResponse): string {
  // Browsers report redirects as status 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  if (isRedirect) return `HTTP ${status} from ${address}, a redirect. Check baseUrl.`
  // JSON, even truncated, may contain an account's secret, so it is not quoted.
  const quoted = /^\s*[[{]/.test(text) ? 'JSON' : text.trim().slice(0, MAX_QUOTED_LENGTH) || 'nothing'
  const fields = expected.join(', ')
  return `HTTP ${status} from ${address}: expected ${fields}, got ${quoted}`
}
