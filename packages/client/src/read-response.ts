import { originOf, TransportError } from './transport-error.ts'

const MAX_QUOTED_LENGTH = 200

/** What tRPC reads of a response. */
export interface ServiceResponse {
  ok: boolean
  json: () => Promise<unknown>
}

/**
 * Reads a response of the service.
 *
 * @param text its body
 * @param secrets texts to hide in the message of the error
 * @throws TransportError for a response of anything else, such as a proxy
 */
export function readResponse(
  { ok, status, headers }: Response,
  text: string,
  url: string,
  secrets: readonly (string | undefined)[],
): ServiceResponse {
  const content = parseJson(text)
  if (isOfService(content)) return { ok, json: () => Promise.resolve(content) }
  // A successful response may contain secrets, even if it is truncated or wrapped by a gateway.
  const isSecret = ok && /^\s*[[{]/.test(text)
  // Masks before it truncates, because a truncated secret would not be found.
  const quoted = isSecret ? 'JSON' : mask(text.trim(), secrets).slice(0, MAX_QUOTED_LENGTH) || 'nothing'
  const message = `HTTP ${status} from ${originOf(url)}, not of this service: ${quoted}`
  throw new TransportError(message, { status, ...readRetryAfter(headers) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The response to a batch is a list of results, or one error if the whole batch fails. */
const isOfService = (content: unknown): boolean =>
  Array.isArray(content) ? content.every(isResult) : isResult(content)

function isResult(content: unknown): boolean {
  if (!isObject(content)) return false
  const { result, error } = content
  if (isObject(result)) return true
  return isObject(error) && isObject(error['data']) && typeof error['data']['httpStatus'] === 'number'
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function mask(text: string, secrets: readonly (string | undefined)[]): string {
  let masked = text
  for (const secret of secrets) if (secret) masked = masked.replaceAll(secret, '[redacted]')
  return masked
}

/** Reads `Retry-After`, which contains seconds or a date. Returns nothing for zero and for invalid values. */
function readRetryAfter(headers: Headers): { retryAfterMs?: number } {
  const value = headers.get('retry-after') ?? ''
  const seconds = Number(value)
  const retryAfterMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000
  return retryAfterMs > 0 ? { retryAfterMs } : {}
}
