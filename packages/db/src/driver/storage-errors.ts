import { DomainError } from '@partner-accounts/core'
import { DatabaseError } from 'pg'
import { Prisma } from '../prisma/generated/client.ts'

/** Prisma's words for no free connection, and for a transaction that did not begin or end in time. */
const PRISMA_CODES = new Set(['P2024', 'P2028'])

/** What its adapter calls a server that cannot be reached, or a connection that breaks. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

/** The same in the words of Node, of `pg`, and of both when Prisma passes them on as they are. */
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/**
 * SQLSTATEs of a server that is there and cannot serve now: connection lost (08), no memory, disk or connection left
 * (53), input/output error (58), starting or stopping (57P01 to 57P03), a time-out of its own (57014, 55P03, 25P03,
 * 57P05), or read-only after a failover (25006).
 */
const UNAVAILABLE_STATES = /^(08...|53...|58...|57P0[1235]|57014|55P03|25P03|25006)$/

/**
 * Runs a statement, and tells a database that is away from one that found a fault.
 *
 * @throws DomainError `storage-unavailable`, or what the statement threw
 */
export async function reachingStorage<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    if (error instanceof DomainError || !isUnavailable(error)) throw error
    throw new DomainError('storage-unavailable', { cause: error })
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  if (!(error instanceof Error)) return false
  if (CONNECTION_LOST.test(error.message) || isUnavailable(error.cause)) return true
  const { code = '' } = error as { code?: string }
  const { kind = '', originalCode = code } = driverFault(error) ?? {}
  return (
    PRISMA_CODES.has(code) ||
    ADAPTER_KINDS.has(kind) ||
    SOCKET_CODES.test(originalCode) ||
    UNAVAILABLE_STATES.test(originalCode)
  )
}

interface DriverFault {
  kind?: string
  /** The SQLSTATE, where the server said something. */
  originalCode?: string
}

/** What Prisma's adapter found, which Prisma wraps, or passes on when a transaction is committed. */
function driverFault(error: Error): DriverFault | undefined {
  const wrapped =
    error instanceof Prisma.PrismaClientKnownRequestError
      ? (error.meta?.['driverAdapterError'] as Error | undefined)
      : error.name === 'DriverAdapterError'
        ? error
        : undefined
  return wrapped?.cause as DriverFault | undefined
}

const UNIQUE_VIOLATION = '23505'

/** Whether the error is the refusal of a second row with the same value, by the named unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  if (error instanceof DatabaseError) return error.code === UNIQUE_VIOLATION && error.constraint === index
  if (!(error instanceof Error) || driverFault(error)?.kind !== 'UniqueConstraintViolation') return false
  return JSON.stringify(driverFault(error)).includes(index)
}
