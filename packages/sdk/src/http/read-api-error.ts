import { ApiError } from '../errors/errors.ts'
import { isObject } from '../options/checks.ts'
import { readRetryAfterMs } from '../rate-limit/retry-after.ts'
import type { InvalidFields } from '../wire/models.ts'
import { markRateLimited } from './retry-policy.ts'

const MAX_QUOTED_LENGTH = 200

/** A response that is not a success of the service: its error envelope, or a response of something in between. */
export interface FailedResponse {
  status: number
  headers: Headers
  requestId: string
  /** The body, if it is a JSON object. */
  data: Record<string, unknown> | undefined
  text: string
  /** The address of the operation, without identifiers. */
  address: string
  /** The fields of a success. */
  expected: readonly string[]
}

/** Creates the error of a response. */
export function readApiError(response: FailedResponse): ApiError {
  const { status, requestId, headers, data = {} } = response
  const common = { status, requestId, retryAfterMs: readRetryAfterMs(headers) }
  const isEnvelope = data['_status'] === 'ERR' && isObject(data['_error'])
  const { message, ui_message } = (isEnvelope ? data['_error'] : {}) as { message?: unknown; ui_message?: string }
  if (isObject(message)) {
    const errors = Object.entries(message).map(([field, messages]) => `${field}: ${String(messages)}`)
    const fields = message as unknown as InvalidFields
    return new ApiError({ ...common, fields, message: `Invalid fields: ${errors.join('; ')}` })
  }
  if (typeof message !== 'string') return new ApiError({ ...common, message: describeForeign(response) })
  const error = new ApiError({ ...common, code: data['_code'] as number, message, uiMessage: ui_message })
  return markRateLimited(error, headers)
}

/** Browsers report 0 as the status of a redirect. */
const REDIRECTS = [0, 301, 302, 303, 307, 308]

function describeForeign({ status, text, address, expected }: FailedResponse): string {
  if (REDIRECTS.includes(status)) return `HTTP ${status} from ${address}, a redirect: check baseUrl.`
  // Complete or truncated JSON may contain an account's secret, so it is not quoted.
  const quoted = /^\s*[[{]/.test(text) ? 'JSON' : text.trim().slice(0, MAX_QUOTED_LENGTH) || 'nothing'
  return `HTTP ${status} from ${address}, not the API: expected ${expected.join(', ')}, got ${quoted}`
}
