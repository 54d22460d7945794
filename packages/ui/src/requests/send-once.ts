const REQUEST_TIMEOUT_MS = 30_000

/** Sends a request with the session cookie. Timeout: 30 s. */
export function sendOnce(url: string, options: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  return fetch(url, { ...options, signal, credentials: 'same-origin' })
}
