import { DomainError, type DomainErrorKind } from '@partner-accounts/core'
import { DatabaseError } from 'pg'

/** Node's errors of a socket. */
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors of `pg` and its pool, which have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/**
 * SQLSTATEs of a server that is there but cannot serve now: connection lost (08), out of memory, disk or connections
 * (53), input/output error (58), starting up or shutting down (57P01 to 57P03), a timeout of the server (57014, 55P03,
 * 25P03, 57P05), or read-only after a fail-over (25006).
 */
const UNAVAILABLE_STATES = /^(08...|53...|58...|57P0[1235]|57014|55P03|25P03|25006)$/

/** SQLSTATEs after which a connection is of no more use: it is lost, or leads to a server that is ending or read-only. */
const BROKEN_STATES = /^(08...|57P0.|25006)$/

const UNIQUE_VIOLATION = '23505'

/** The domain's error for a second row with the same value, by unique index. */
const TAKEN: Partial<Record<string, DomainErrorKind>> = {
  administrators_email_key: 'administrator-email-taken',
  coupons_code_key: 'coupon-code-taken',
  portal_users_email_key: 'portal-user-email-taken',
}

/**
 * Maps an error of the driver to the domain's: `storage-unavailable` or what a unique index stands for. Any other error
 * is returned as it is.
 */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) return new DomainError('storage-unavailable', { cause: error })
  const taken = error instanceof DatabaseError && error.code === UNIQUE_VIOLATION && TAKEN[error.constraint ?? '']
  return taken ? new DomainError(taken, { cause: error }) : error
}

/** Returns whether the connection that reported the error must be discarded. A rejected statement does not break it. */
export const breaksConnection = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || error.severity !== 'ERROR' || BROKEN_STATES.test(error.code ?? '')

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  return (
    CONNECTION_LOST.test(error.message) ||
    SOCKET_CODES.test(code) ||
    (error instanceof DatabaseError && UNAVAILABLE_STATES.test(code))
  )
}
