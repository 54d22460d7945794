/** Codes of Node (undici, OpenSSL) and Bun. */
const NEVER_ESTABLISHED =
  /^(ECONNREFUSED|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen)|(^|_)CERT(_|$)|LEAF_SIGNATURE/

/** A failed TLS handshake, or a connection that broke later. */
const HANDSHAKE = /^(EPROTO|ERR_SSL_)/

interface SystemError {
  code?: string
  syscall?: string
  message?: string
  cause?: unknown
  /** One per address of the host. */
  errors?: readonly unknown[]
}

/**
 * Decides by codes and system calls, because messages contain host names and URLs.
 *
 * @param wasEstablished whether any connection to the service was established before
 */
export function isNeverSent(error: unknown, wasEstablished: boolean | undefined): boolean {
  const { code = '', syscall = '', message = '', cause, errors = [] } = (error ?? {}) as SystemError
  if (errors[0]) return errors.every((each) => isNeverSent(each, wasEstablished))
  if (syscall === 'connect' || syscall === 'getaddrinfo' || NEVER_ESTABLISHED.test(code)) return true
  if (!wasEstablished && HANDSHAKE.test(code)) return true
  // Deno has no codes. Its text comes first, before any name.
  if (message.startsWith('client error (Connect)')) return true
  return cause !== undefined && isNeverSent(cause, wasEstablished)
}
