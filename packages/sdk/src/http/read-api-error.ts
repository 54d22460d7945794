import { ApiError } from '../errors/errors.ts'
import { isObject } from '../options/checks.ts'
import { readRetryAfterMs } from '../rate-limit/retry-after.ts'
import type { InvalidFields } from '../wire/models.ts'

const QUOTED_LENGTH = 200

/** An answer that is no success: the service's own envelope, or what something on the way has put in its place. */
export interface FailedAnswer {
  status: number
  headers: Headers
  requestId: string
  /** The body, if it is an object in JSON. */
  data: Record<string, unknown> | undefined
  text: string
}

/** Makes an error of an answer. */
export function readApiError(answer: FailedAnswer): ApiError {
  const { status, requestId, headers, data = {} } = answer
  const common = { status, requestId, retryAfterMs: readRetryAfterMs(headers) }
  const { message, ui_message } = (data['_status'] === 'ERR' && data['_error'] ? data['_error'] : {}) as {
    message?: unknown
    ui_message?: string
  }
  if (isObject(message)) {
    const faults = Object.entries(message).map(([field, messages]) => `${field}: ${String(messages)}`)
    const fields = message as unknown as InvalidFields
    return new ApiError({ ...common, fields, message: `Invalid fields: ${faults.join('; ')}` })
  }
  if (typeof message !== 'string') return new ApiError({ ...common, message: describeForeign(answer) })
  return new ApiError({ ...common, code: data['_code'] as number, message, uiMessage: ui_message })
}

/** Browsers hide the status of a redirect: it is 0. */
const REDIRECTS = [0, 301, 302, 303, 307, 308]

function describeForeign({ status, text }: FailedAnswer): string {
  if (REDIRECTS.includes(status)) return `HTTP ${status}, a redirect: is baseUrl right?`
  // JSON, whole or cut off, may hold an account's secret: it is not repeated.
  const quoted = /^\s*[[{]/.test(text) ? 'JSON' : text.trim().slice(0, QUOTED_LENGTH)
  return `HTTP ${status}, not from the API: ${quoted}`
}
