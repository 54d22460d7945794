import { ConnectionError, type ErrorDetails } from '../errors/errors.ts'

/** Codes of Node (undici, OpenSSL) and Bun. */
const NEVER_ESTABLISHED =
  /^(ECONNREFUSED|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen)|(^|_)CERT(_|$)|LEAF_SIGNATURE/

/**
 * Messages of a blocked port in Node and Deno, a TLS handshake that was cut in Node, and a failure to connect in Deno.
 * All patterns contain a space, so no host name or URL in a message matches.
 */
const NEVER_ESTABLISHED_MESSAGE = /^bad port$| are blocked$|before secure TLS connection|(^|: )client error \(Connect\)/

/** Codes of a failed TLS handshake. An established connection that breaks may have the same codes. */
const HANDSHAKE = /^(EPROTO|ERR_SSL_)/

/** Causes may be circular. */
const MAX_CAUSES = 10

export interface SystemError {
  code?: string
  syscall?: string
  message?: string
  cause?: unknown
  /** One per address of the host. */
  errors?: readonly unknown[]
}

/**
 * Returns whether no connection was established, so that the service cannot have received the request. Checks codes and
 * system calls. Checks messages, too, because some errors have neither.
 *
 * @param wasEstablished whether any connection to the service was established before
 */
export function isNeverSent(error: unknown, wasEstablished: boolean | undefined, depth = 0): boolean {
  const { code = '', syscall = '', message = '', cause, errors = [] } = (error ?? {}) as SystemError
  if (depth > MAX_CAUSES) return false
  if (errors[0]) return errors.every((each) => isNeverSent(each, wasEstablished, depth + 1))
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    NEVER_ESTABLISHED.test(code) ||
    (!wasEstablished && HANDSHAKE.test(code)) ||
    NEVER_ESTABLISHED_MESSAGE.test(message) ||
    (cause !== undefined && isNeverSent(cause, wasEstablished, depth + 1))
  )
}

/**
 * Returns the status of a proxy's response that Node's `fetch` hides: a rejected CONNECT, or any 407. Returns
 * `undefined` for other errors. For a 407, Node 20 throws `fetch failed` with a cause that has neither code nor message.
 *
 * @param reason the description of the innermost cause
 */
export function statusOfProxy(error: unknown, reason: string): string | undefined {
  if (reason === 'proxy authentication required') return '407'
  if (reason === '' && (error as SystemError | undefined)?.message === 'fetch failed') return '407'
  return /Proxy response \((\d+)\)/.exec(reason)?.[1]
}

/** @param status of the proxy's response */
export function proxyRejection(status: string, details: ErrorDetails): ConnectionError {
  // eslint-disable-next-line prose/prose -- as the errors of connections: ECONNREFUSED
  return new ConnectionError(`The proxy refused the connection: ${status}`, { sent: false, ...details })
}
