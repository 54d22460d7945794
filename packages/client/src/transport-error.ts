export interface TransportErrorDetails {
  status?: number
  retryAfterMs?: number
  cause?: unknown
}

/**
 * The `cause` of an `ApiError` whose `data` is undefined, because no response of this service arrived. The message
 * contains the status and the beginning of another server's response, or the innermost cause of a broken connection.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** The status of the response of another server, such as a proxy. `undefined` without a response. */
  readonly status: number | undefined
  /** The pause that `Retry-After` of that response requests. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { status, retryAfterMs, cause }: TransportErrorDetails = {}) {
    super(message, { cause })
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Maximum depth of nested causes, which may be circular. */
const MAX_CAUSES = 10

interface SystemError {
  code?: string
  message?: string
  cause?: unknown
  /** One per address of the host. */
  errors?: readonly unknown[]
}

/** Describes an error of `fetch`, whose reason is in its innermost cause. */
export function connectionError(url: string, error: unknown): TransportError {
  let innermost: SystemError = error ?? {}
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    innermost = innermost.cause ?? innermost.errors?.[0] ?? innermost
  }
  const { code = '', message = '' } = innermost
  const reason = `${code} ${message}`.trim()
  // For a 407, Node 20 throws `fetch failed` with a cause that has neither code nor message.
  const isNode20ProxyRejection = reason === '' && (error as Error).message === 'fetch failed'
  const status = isNode20ProxyRejection ? 407 : statusOfProxy(message)
  if (status === undefined) return new TransportError(`No response from ${originOf(url)}: ${reason}`, { cause: error })
  return new TransportError(`HTTP ${status} from the proxy for ${originOf(url)}`, { status, cause: error })
}

/**
 * Returns the status of a proxy's response from the message of an error. Node's `fetch` hides the response itself if it
 * rejects a tunnel or has the status 407.
 */
function statusOfProxy(message: string): number | undefined {
  if (message === 'proxy authentication required') return 407
  const tunnel = /^Proxy response \((\d+)\)/.exec(message)
  return tunnel ? Number(tunnel[1]) : undefined
}

/** Returns the URL's origin. Returns relative URLs, which pages in a browser use, unchanged. */
export function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch {
    return url
  }
}
