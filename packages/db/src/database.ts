import { fileURLToPath } from 'node:url'
import { createIdGenerator, type MailDeliveries, type Stores, type Transact } from '@partner-accounts/core'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { openEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { PrismaClient } from './generated/client.ts'
import { PrismaMailDeliveries } from './mails/prisma-mail-deliveries.ts'
import { applyMigrations, isMigrated } from './migrations/apply-migrations.ts'
import { reachingStorage } from './storage-errors.ts'
import { createStores } from './stores.ts'

/** Where the data is: a PostgreSQL server, or one embedded in this process (`directory` undefined: in memory). */
export type DatabaseLocation = { url: string } | { directory: string | undefined }

/** The open database. */
export interface Database {
  /** For reads; what is stored through them stands alone. */
  stores: Stores
  transact: Transact
  mailDeliveries: MailDeliveries
  pool: Pool
  prisma: PrismaClient
  /** Applies the migrations that are missing; returns their names. */
  migrate(): Promise<string[]>
  /** Whether the database answers and all migrations are in. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
/** How long a statement waits for a free connection, and a transaction for its first. Milliseconds. */
const CONNECT_WITHIN_MS = 4_000
const TRANSACTION_WITHIN_MS = 4_500

/**
 * @param sealingKey protects what must not be read from the tables alone
 * @throws Error when an embedded database is in use by another process
 */
export async function openDatabase(location: DatabaseLocation, sealingKey: Uint8Array): Promise<Database> {
  const { pool, close } = 'url' in location ? openServer(location.url) : await openEmbeddedPostgres(location.directory)
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: CONNECT_WITHIN_MS, timeout: TRANSACTION_WITHIN_MS },
  })
  const newId = createIdGenerator()
  return {
    stores: createStores(prisma, newId, sealingKey),
    transact: (work) =>
      reachingStorage(() => prisma.$transaction((transaction) => work(createStores(transaction, newId, sealingKey)))),
    mailDeliveries: new PrismaMailDeliveries(prisma, sealingKey),
    pool,
    prisma,
    migrate: () => applyMigrations(pool, MIGRATIONS),
    isReady: () => isMigrated(pool, MIGRATIONS).catch(() => false),
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

function openServer(url: string) {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    // Under another session time zone the Prisma adapter would store wrong instants.
    options: '-c timezone=UTC',
  })
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  pool.on('error', () => {})
  return { pool, close: () => pool.end() }
}
