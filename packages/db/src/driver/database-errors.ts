import { DomainError, type DomainErrorKind } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { codedError } from './coded-error.ts'

/** Codes of a server that cannot be reached. `ENOENT` and `EACCES` occur with Unix sockets. */
const SOCKET_CODES =
  /^(ENOENT|EACCES|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors that `pg` and its pool raise without a code, and the code to log for them. */
const UNCODED = [
  { pattern: /^timeout exceeded when trying to connect/, code: 'POOL_TIMEOUT' },
  {
    pattern: /^Connection terminated|^Client (has encountered a connection error|was closed)/,
    code: 'CONNECTION_LOST',
  },
]

/**
 * SQLSTATEs of an unavailable server: connection lost (08), out of memory, disk or connections (53), I/O error (58),
 * starting up, shutting down or dropped (57P01 to 57P04), server timeout (57014, 55P03, 25P03, 57P05), read-only after a
 * fail-over (25006). Deadlocks and conflicts (40P01, 40001) can be retried; CIINF is a Citus deadlock while rows move.
 * Withdrawn privileges are temporary, too (42501): without those on the schema, PostgreSQL finds no schema, table or
 * type (3F000, 42P01, 42704).
 */
const UNAVAILABLE_STATES =
  /^(08...|53...|58...|57P0[1-5]|57014|55P03|25P03|25006|40001|40P01|CIINF|42501|3F000|42P01|42704)$/

/**
 * Messages of a Citus coordinator that lost a worker in mid-statement: Citus's, libpq's, and that of a shutdown during
 * a COPY. All have the SQLSTATE of an internal error.
 */
const NODE_LOST =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|could not (receive data from|send data to) server|no connection to the server|SSL (connection has been closed|SYSCALL error)|terminating connection)/
const INTERNAL_ERROR = 'XX000'

/** SQLSTATEs of a lost connection, and of a server that is shutting down or read-only. */
const BROKEN_STATES = /^(08...|57P0.|25006)$/

/** Severities after which a server closes the connection. A pooler reports them when it cannot log in. */
const FATAL = new Set(['FATAL', 'PANIC'])

const UNIQUE_VIOLATION = '23505'

/** The error of a duplicate value, by unique index. */
const TAKEN: Partial<Record<string, DomainErrorKind>> = {
  administrators_email_key: 'administrator-email-taken',
  coupons_code_key: 'coupon-code-taken',
  partners_test_of_key: 'test-partner-exists',
  portal_users_email_key: 'portal-user-email-taken',
}

/** Maps a driver's error to `storage-unavailable` or a unique index's error. Returns any other error unchanged. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) return new DomainError('storage-unavailable', { cause: withCode(error) })
  const taken = takenKind(error)
  return taken ? new DomainError(taken, { cause: error }) : error
}

function takenKind(error: unknown): DomainErrorKind | undefined {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return undefined
  return TAKEN[constraintOf(error) ?? '']
}

/** Citus passes on only the message of a worker, which names the index of a shard. */
const constraintOf = ({ constraint, message }: DatabaseError): string | undefined =>
  constraint ?? Object.keys(TAKEN).find((index) => message.includes(`"${index}_`))

/** Maps every error of connecting to `storage-unavailable`, because it may be temporary. A password may be in rotation. */
export const toConnectError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError('storage-unavailable', { cause: withCode(error) })

/** Returns whether an error makes the connection unusable. A rejected statement does not. */
export const breaksConnection = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || isFatal(error) || BROKEN_STATES.test(error.code ?? '')

function withCode(error: unknown): unknown {
  const code = error instanceof Error ? findCode(error) : undefined
  return code === undefined ? error : codedError(code, (error as Error).message, error)
}

/** Returns the code to log for an error in `UNCODED`, or `undefined` for any other error. */
const findCode = ({ message }: Error): string | undefined => UNCODED.find(({ pattern }) => pattern.test(message))?.code

const isFatal = ({ severity }: DatabaseError): boolean => FATAL.has(severity ?? '')

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (findCode(error) !== undefined) return true
  const { code = '' } = error as { code?: string }
  if (SOCKET_CODES.test(code)) return true
  if (!(error instanceof DatabaseError)) return false
  return isFatal(error) || UNAVAILABLE_STATES.test(code) || hasLostNode(error)
}

const hasLostNode = ({ code, message }: DatabaseError): boolean => code === INTERNAL_ERROR && NODE_LOST.test(message)
