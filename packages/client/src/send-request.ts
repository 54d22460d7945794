import type { ClientOptions } from './client-options.ts'
import { readResponse, type ServiceResponse } from './read-response.ts'
import { connectionError } from './transport-error.ts'

type SendOptions = Pick<ClientOptions, 'key' | 'token' | 'locale' | 'intercept'> & { timeoutMs: number }

/** Returns a `fetch` for tRPC. It rejects with a TransportError if there is no response of the service. */
export function createFetch(options: SendOptions) {
  const { intercept = (send) => send() } = options
  return async (target: unknown, given: object = {}): Promise<ServiceResponse> => {
    const url = target as string
    const init: RequestInit = given
    // The latest request, because `intercept` may send several.
    let request = createRequest(options, init)
    const response = await intercept((headers) => {
      request = createRequest(options, init, headers)
      return withTransportError(fetch(url, request), url, request.signal)
    })
    const text = await withTransportError(response.text(), url, request.signal)
    return readResponse(response, text, url, [options.key, options.token, request.headers['x-secret']])
  }
}

interface PreparedRequest extends RequestInit {
  headers: Record<string, string>
  signal: AbortSignal
}

function createRequest(
  { key, token, locale, timeoutMs }: SendOptions,
  init: RequestInit,
  added?: Record<string, string>,
): PreparedRequest {
  const credential = key ?? token
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    ...init,
    headers: {
      ...(init.headers as Record<string, string>),
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(locale !== undefined && { 'accept-language': typeof locale === 'function' ? locale() : locale }),
      ...added,
    },
    signal: init.signal ? anySignal([init.signal, timeout]) : timeout,
  }
}

/**
 * Returns a signal that is aborted with any of the signals. Browsers of 2023 have no `AbortSignal.any`, and that of Node 20
 * forgets a timeout at a garbage collection.
 */
function anySignal(signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}

/** Resolves like `work`. Rejects with the reason of an aborted signal, otherwise with a TransportError. */
async function withTransportError<T>(work: Promise<T>, url: string, signal: AbortSignal): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw signal.aborted ? signal.reason : connectionError(url, error)
  }
}
