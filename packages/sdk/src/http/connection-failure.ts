/** Codes of Node (undici, OpenSSL) and Bun. */
const NEVER_ESTABLISHED =
  /^(ECONNREFUSED|UND_ERR_CONNECT_|ConnectionRefused|FailedToOpen)|(^|_)CERT(_|$)|LEAF_SIGNATURE/

/**
 * Messages of a blocked port in Node and Deno, a TLS handshake that was cut in Node, and a failure to connect in Deno.
 * They contain spaces, so no host name or URL in a message matches.
 */
const NEVER_ESTABLISHED_MESSAGE = /^bad port$| are blocked$|before secure TLS connection|(^|: )client error \(Connect\)/

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
 * Decides by codes and system calls, and by messages only where there are none.
 *
 * @param wasEstablished whether any connection to the service was established before
 */
export function isNeverSent(error: unknown, wasEstablished: boolean | undefined): boolean {
  const { code = '', syscall = '', message = '', cause, errors = [] } = (error ?? {}) as SystemError
  if (errors[0]) return errors.every((each) => isNeverSent(each, wasEstablished))
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    NEVER_ESTABLISHED.test(code) ||
    (!wasEstablished && HANDSHAKE.test(code)) ||
    NEVER_ESTABLISHED_MESSAGE.test(message) ||
    (cause !== undefined && isNeverSent(cause, wasEstablished))
  )
}
