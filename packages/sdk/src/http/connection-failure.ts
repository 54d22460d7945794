/** Codes of Node (undici, OpenSSL) and Bun for connections that were never established. */
const NEVER_ESTABLISHED =
  /^(ECONNREFUSED|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen)|(^|_)CERT(_|$)|LEAF_SIGNATURE/

/** Codes of a failed TLS handshake, which a broken connection may have later, too. */
const HANDSHAKE = /^(EPROTO|ERR_SSL_)/

interface SystemError {
  code?: string
  syscall?: string
  message?: string
  cause?: unknown
  /** Of an AggregateError: one for each address of the host. */
  errors?: readonly unknown[]
}

/**
 * Returns whether it is certain that a request was not sent. Decides by codes and system calls: messages contain host
 * names and URLs.
 *
 * @param wasEstablished whether any connection to the service was established before
 */
export function isNeverSent(error: unknown, wasEstablished: boolean | undefined): boolean {
  const { code = '', syscall = '', message = '', cause, errors = [] } = (error ?? {}) as SystemError
  if (errors[0]) return errors.every((each) => isNeverSent(each, wasEstablished))
  if (syscall === 'connect' || syscall === 'getaddrinfo' || NEVER_ESTABLISHED.test(code)) return true
  if (!wasEstablished && HANDSHAKE.test(code)) return true
  // Deno has no codes. The text stands at the beginning, before any name.
  if (message.startsWith('client error (Connect)')) return true
  return cause !== undefined && isNeverSent(cause, wasEstablished)
}
