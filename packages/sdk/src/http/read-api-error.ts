import { RATE_LIMITED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { isObject } from '../options/checks.ts'
import { readRetryAfterMs } from '../rate-limit/retry-after.ts'
import type { InvalidFields } from '../wire/models.ts'
import { rateLimited } from './retry-policy.ts'

const MAX_QUOTED_LENGTH = 200

/** A response that is not a success of the service: its error envelope, or a response of something in between. */
export interface FailedResponse {
  status: number
  headers: Headers
  requestId: string
}

/** The content of the error envelope. */
interface Envelope {
  message?: string | InvalidFields
  ui_message?: string
}

/**
 * Creates the error of a response.
 *
 * @param text the body, without secrets
 * @param data the body, if it is a JSON object
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
  const content =
    typeof message === 'string'
      ? { code: data['_code'] as number, message, uiMessage }
      : isObject(message)
        ? { fields: message, message: `Invalid fields: ${describeFields(message)}` }
        : { message: `HTTP ${status} from ${address}, ${describeForeign(status, text, expected)}` }
  const error = new ApiError({ status, requestId, retryAfterMs: readRetryAfterMs(headers), ...content })
  if (error.code === RATE_LIMITED && error.retryAfterMs && /;r=0\b/.test(headers.get('ratelimit') ?? ''))
    rateLimited.add(error)
  return error
}

const describeFields = (fields: InvalidFields) =>
  Object.entries(fields)
    .map((entry) => entry.join(': '))
    .join('; ')

/** Describes a response that did not come from the service. */
function describeForeign(status: number, text: string, expected: readonly string[]): string {
  // Browsers report 0 as the status of a redirect.
  if (/^(0|3..)$/.test(`${status}`)) return 'a redirect: check baseUrl.'
  // Complete or truncated JSON may contain an account's secret, so it is not quoted.
  const quoted = /^\s*[[{]/.test(text) ? 'JSON' : text.trim().slice(0, MAX_QUOTED_LENGTH) || 'nothing'
  return `not the API: expected ${expected.join(', ')}, got ${quoted}`
}
