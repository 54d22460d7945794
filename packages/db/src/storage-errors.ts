import { DomainError } from '@partner-accounts/core'
import { Prisma } from './generated/client.ts'

/**
 * Prisma's words for a database that is away, refuses connections, or does not answer in time:
 * unreachable, timed out, closed the connection, no free connection, no transaction begun in time.
 */
const UNAVAILABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])

/** What `pg` says, and Prisma passes on as it is, when no connection comes about or one breaks. */
const CONNECTION_LOST = /^(Connection terminated|timeout exceeded when trying to connect)/

/**
 * Runs a statement, and tells a database that is away from one that found a fault.
 *
 * @throws DomainError `storage-unavailable`, or what the statement threw
 */
export async function reachingStorage<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    throw isUnavailable(error) ? new DomainError('storage-unavailable', { cause: error }) : error
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError) return UNAVAILABLE.has(error.code)
  return error instanceof Error && CONNECTION_LOST.test(error.message)
}

/** Whether the error is the refusal of a second row with the same value, by the named unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return JSON.stringify(error.meta).includes(index)
}
