const REQUEST_TIMEOUT_MS = 30_000

/** Sends a request with the session's cookie. Fails after 30 s without a response. */
export function sendOnce(url: string, options: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  return fetch(url, { ...options, signal, credentials: 'same-origin' })
}
