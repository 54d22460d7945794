import { RATE_LIMITED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { isObject } from '../options/checks.ts'
import { readRateLimit, readRetryAfterMs } from '../rate-limit/rate-limit-headers.ts'
import type { InvalidFields } from '../wire/models.ts'
import { rateLimited } from './retry-policy.ts'
import { MAX_QUOTED_LENGTH } from '../constants.ts'

export interface FailedResponse {
  status: number
  headers: Headers
  requestId: string
}

interface Envelope {
  message?: string | InvalidFields
  ui_message?: string
}

/**
 * @param text the body, without secrets
 * @param address of the operation, without identifiers
 * @param expected the fields of a success
 */
export function readApiError(
  { status, requestId, headers }: FailedResponse,
  text: string,
  data: Record<string, unknown> = {},
  address: string,
  expected: readonly string[],
): ApiError {
  const { message, ui_message: uiMessage } = (data['_status'] === 'ERR' ? (data['_error'] ?? {}) : {}) as Envelope
  const fields = isObject(message) && Object.entries(message).map((entry) => entry.join(': '))
  // Browsers report redirects as status 0.
  const isRedirect = /^(0|3..)$/.test(`${status}`)
  // JSON, even truncated, may contain an account's secret, so it is not quoted.
  const quoted = /^\s*[[{]/.test(text) ? 'JSON' : text.trim().slice(0, MAX_QUOTED_LENGTH) || 'nothing'
  const content =
    typeof message === 'string'
      ? {
          code: data['_code'] as number,
          message: data['_code'] === 404 ? `${message} Check baseUrl: ${address}` : message,
          uiMessage,
        }
      : fields
        ? { fields: message, message: `Invalid fields: ${fields.join('; ')}` }
        : {
            message: `HTTP ${status} from ${address}, ${isRedirect ? 'a redirect: check baseUrl.' : `not the response to this request: expected ${expected.join(', ')}, got ${quoted}`}`,
          }
  const error = new ApiError({ status, requestId, retryAfterMs: readRetryAfterMs(headers), ...content })
  if (error.code === RATE_LIMITED && error.retryAfterMs && readRateLimit(headers)[2] === 0) rateLimited.add(error)
  return error
}
