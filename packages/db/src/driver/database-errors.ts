import { DomainError, type DomainErrorKind } from '@partner-accounts/core'
import { DatabaseError } from 'pg'

const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors that `pg` and its pool raise without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/**
 * SQLSTATEs of an unavailable server: connection lost (08), out of memory, disk or connections (53), I/O error (58),
 * starting up or shutting down (57P01 to 57P03), server timeout (57014, 55P03, 25P03, 57P05), read-only after a
 * fail-over (25006). Deadlocks and conflicts (40P01, 40001) can be retried; CIINF is a Citus deadlock while rows move.
 */
const UNAVAILABLE_STATES = /^(08...|53...|58...|57P0[1235]|57014|55P03|25P03|25006|40001|40P01|CIINF)$/

/**
 * A Citus coordinator lost a worker in mid-statement: its messages, libpq's, and that of a shutdown during a COPY. All
 * have an internal error's SQLSTATE.
 */
const NODE_LOST =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|could not (receive data from|send data to) server|no connection to the server|SSL (connection has been closed|SYSCALL error)|terminating connection)/
const INTERNAL_ERROR = 'XX000'

/** Connection lost, or server shutting down or read-only. */
const BROKEN_STATES = /^(08...|57P0.|25006)$/

const UNIQUE_VIOLATION = '23505'

/** By unique index. */
const TAKEN: Partial<Record<string, DomainErrorKind>> = {
  administrators_email_key: 'administrator-email-taken',
  coupons_code_key: 'coupon-code-taken',
  portal_users_email_key: 'portal-user-email-taken',
}

/** Maps a driver's error to `storage-unavailable` or a unique index's error. Returns others unchanged. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) return new DomainError('storage-unavailable', { cause: error })
  const taken = error instanceof DatabaseError && error.code === UNIQUE_VIOLATION && TAKEN[constraintOf(error) ?? '']
  return taken ? new DomainError(taken, { cause: error }) : error
}

/** Nodes of Citus pass only the message, with a shard's index. */
const constraintOf = ({ constraint, message }: DatabaseError): string | undefined =>
  constraint ?? Object.keys(TAKEN).find((index) => message.includes(`"${index}_`))

/** Returns whether to discard the connection. A rejected statement does not break it. */
export const breaksConnection = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || error.severity !== 'ERROR' || BROKEN_STATES.test(error.code ?? '')

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  return (
    CONNECTION_LOST.test(error.message) ||
    SOCKET_CODES.test(code) ||
    (error instanceof DatabaseError &&
      (UNAVAILABLE_STATES.test(code) || (code === INTERNAL_ERROR && NODE_LOST.test(error.message))))
  )
}
