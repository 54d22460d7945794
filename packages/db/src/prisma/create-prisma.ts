import { DomainError } from '@partner-accounts/core'
import type { Connections } from '../driver/connections.ts'
import type { RunStatement } from '../sql/run.ts'
import type { TransactClient } from './client.ts'
import { Prisma, PrismaClient } from './generated/client.ts'
import { PrismaPool } from './prisma-pool.ts'
import { SchemaAdapter } from './schema-adapter.ts'

/** Prisma's transaction timeouts. Deliberately longer than the pool and statement timeouts, which fire first. */
const TRANSACTION_LIMITS = { timeout: 4_500, maxWait: 4_500 }

/** Codes of transactions that did not begin or end in time. */
const TIMEOUT_CODES = new Set(['P2024', 'P2028'])

/**
 * Runs Prisma's client over the service's connections. Does not keep statements prepared, because a generic plan ignores
 * the value of a limit, and cannot prove that a partial index contains the rows.
 */
export function createPrisma(
  connections: Connections,
  readSchema: () => Promise<string | undefined>,
): { prisma: PrismaClient; transact: TransactClient } {
  const prisma = new PrismaClient({
    adapter: new SchemaAdapter(new PrismaPool(connections), readSchema),
    // Other formats quote the source code of the caller in messages.
    errorFormat: 'minimal',
    transactionOptions: TRANSACTION_LIMITS,
  })
  return {
    prisma,
    async transact(work) {
      try {
        return await prisma.$transaction(work)
      } catch (error) {
        if (!isTimeout(error)) throw error
        throw new DomainError('storage-unavailable', { cause: error })
      }
    },
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && TIMEOUT_CODES.has(error.code)

/** Returns a function that runs statements in a transaction. */
export const runIn =
  (transaction: Prisma.TransactionClient): RunStatement =>
  (statement, parameters) =>
    transaction.$queryRawUnsafe(statement.text, ...statement.values(parameters))
