import { DomainError } from '@partner-accounts/core'
import { Prisma } from './generated/client.ts'

/**
 * Prisma's words for a database that is away, refuses connections, or does not answer in time:
 * unreachable, timed out, closed the connection, no free connection, no transaction begun in time.
 */
const UNAVAILABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])

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
  return error instanceof Prisma.PrismaClientKnownRequestError && UNAVAILABLE.has(error.code)
}

/** Whether the error is the refusal of a second row with the same value, by the named unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return JSON.stringify(error.meta).includes(index)
}
