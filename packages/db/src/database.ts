import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createIdGenerator, type MailDeliveries, type Stores, type Transact } from '@partner-accounts/core'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { PrismaClient } from './prisma/generated/client.ts'
import { PostgresMailDeliveries } from './stores/mails/postgres-mail-deliveries.ts'
import { applyMigrations, isMigrated } from './migrations/apply-migrations.ts'
import { openRemotePostgres, SERVER_DEFAULTS, type ServerLimits } from './driver/remote-postgres.ts'
import { reachingStorage } from './driver/storage-errors.ts'
import { createStatementNames } from './prisma/statement-names.ts'
import { PoolStatements, TransactionStatements } from './driver/statements.ts'
import { createStores } from './stores/create-stores.ts'

/** Where the data is: a PostgreSQL server, or one embedded in this process (`directory` undefined: in memory). */
export type DatabaseLocation = ({ url: string } & Partial<ServerLimits>) | { directory: string | undefined }

/** The open database. */
export interface Database {
  /** For reads; what is stored through them stands alone. */
  stores: Stores
  transact: Transact
  mailDeliveries: MailDeliveries
  pool: Pool
  prisma: PrismaClient
  /**
   * Applies the migrations that are missing; returns their names.
   *
   * @throws DomainError `storage-unavailable`
   */
  migrate(): Promise<string[]>
  /** Whether the database answers, within 2 s, and all migrations are in. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const READY_WITHIN_MS = 2_000
/** How long Prisma lets a transaction take, and waits for it to begin: what it waits for has bounds of its own. */
const TRANSACTION_LIMITS = { timeout: 4_500, maxWait: 4_500 }

/** A pool, what migrations are applied over (as long as they take), and the end of both. */
interface OpenPool {
  pool: Pool
  overMigrationPool: <T>(work: (pool: Pool) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/**
 * @param sealingKey protects what must not be read from the tables alone
 * @throws Error when an embedded database is in use by another process
 */
export async function openDatabase(location: DatabaseLocation, sealingKey: Uint8Array): Promise<Database> {
  const { pool, overMigrationPool, close } = await openPool(location)
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: createStatementNames() }),
    errorFormat: 'minimal',
    transactionOptions: TRANSACTION_LIMITS,
  })
  const statements = new PoolStatements(pool)
  const newId = createIdGenerator()
  return {
    stores: createStores(prisma, statements, newId, sealingKey),
    transact: (work) =>
      reachingStorage(() =>
        prisma.$transaction((transaction) =>
          work(createStores(transaction, new TransactionStatements(transaction), newId, sealingKey)),
        ),
      ),
    mailDeliveries: new PostgresMailDeliveries(statements, sealingKey),
    pool,
    prisma,
    migrate: () => reachingStorage(() => overMigrationPool((unbounded) => applyMigrations(unbounded, MIGRATIONS))),
    isReady: () => Promise.race([isMigrated(pool, MIGRATIONS).catch(() => false), notInTime()]),
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

async function openPool(location: DatabaseLocation): Promise<OpenPool> {
  if (!('url' in location)) {
    // Only where it is wanted: a PostgreSQL compiled to WebAssembly is a lot to load.
    const { openEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
    const { pool, close } = await openEmbeddedPostgres(location.directory)
    return { pool, overMigrationPool: (work) => work(pool), close }
  }
  const { url, ...limits } = location
  const { pool, openUnbounded } = openRemotePostgres(url, { ...SERVER_DEFAULTS, ...limits })
  return {
    pool,
    async overMigrationPool(work) {
      const unbounded = openUnbounded()
      try {
        return await work(unbounded)
      } finally {
        await unbounded.end()
      }
    },
    close: () => pool.end(),
  }
}

const notInTime = () => wait(READY_WITHIN_MS, false, { ref: false })
