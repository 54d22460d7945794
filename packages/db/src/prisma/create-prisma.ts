import { DomainError } from '@partner-accounts/core'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Connections } from '../driver/connections.ts'
import type { RunStatement } from '../sql/run.ts'
import type { TransactClient } from './client.ts'
import { Prisma, PrismaClient } from './generated/client.ts'
import { PrismaPool } from './prisma-pool.ts'

/** Prisma's transaction timeouts. Deliberately longer than the pool and statement timeouts, which fire first. */
const TRANSACTION_LIMITS = { timeout: 4_500, maxWait: 4_500 }

/** A transaction did not begin or end in time. */
const TIMEOUT_CODES = new Set(['P2024', 'P2028'])

/**
 * Runs Prisma's client over the service's connections. Statements are not kept prepared: generic plans know neither the
 * limit nor that a partial index has the rows.
 */
export function createPrisma(connections: Connections): { prisma: PrismaClient; transact: TransactClient } {
  const prisma = new PrismaClient({
    adapter: new PrismaPg(new PrismaPool(connections)),
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

export const runIn =
  (transaction: Prisma.TransactionClient): RunStatement =>
  (statement, parameters) =>
    transaction.$queryRawUnsafe(statement.text, ...statement.values(parameters))
