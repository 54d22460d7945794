import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type ClaimedMail,
  createIdGenerator,
  disableWebhook,
  type DeliveryQueue,
  type SealingKeys,
  type Stores,
  type Transact,
} from '@partner-accounts/core'
import type { Pool } from 'pg'
import { checkPooler } from './driver/check-pooler.ts'
import { Connections, type ObserveStatement } from './driver/connections.ts'
import { toDomainError } from './driver/database-errors.ts'
import { openMigrationPool, openServerPool, SERVER_DEFAULTS, type ServerLimits } from './driver/open-server-pool.ts'
import { toStartError } from './driver/start-error.ts'
import { citusCheck } from './sql/citus.ts'
import { runOn } from './sql/run.ts'
import { applyMigrations, isMigrated } from './migrations/apply-migrations.ts'
import { createPrisma, runIn } from './prisma/create-prisma.ts'
import type { PrismaClient } from './prisma/generated/client.ts'
import { couponCheck } from './accounts/coupon.ts'
import { CreationQueue } from './accounts/create.ts'
import { createStores } from './create-stores.ts'
import { deleteExpired, type RetentionPeriods } from './retention/delete-expired.ts'
import { createMailQueue } from './mails/mail-queue.ts'
import { createWebhookQueue, type WebhookQueue } from './webhooks/webhook-queue.ts'

/**
 * Connects to a server, or embeds PostgreSQL in this process: in memory without a `directory`, loaded from a `dump`.
 */
export type DatabaseLocation =
  | ({
      url: string
      /** Bypasses a pooler, for migrations. */
      directUrl?: string | undefined
    } & Partial<ServerLimits>)
  | { directory: string | undefined; dump?: Blob }

export interface Database {
  stores: Stores
  transact: Transact
  mailQueue: DeliveryQueue<ClaimedMail>
  webhookQueue: WebhookQueue
  pool: Pool
  prisma: PrismaClient
  /**
   * Applies the pending migrations and returns their names.
   *
   * @param onWait receives a message whenever they have to wait
   * @throws DatabaseStartError if the database is unavailable, rejects the connection or is damaged
   * @throws Error if a migration fails
   */
  migrate(onWait?: (message: string) => void): Promise<string[]>
  deleteExpired(periods: RetentionPeriods, limit: number): Promise<Record<string, number>>
  /** Returns whether the database responds within 2 s, accepts writes and has all migrations. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const READY_TIMEOUT_MS = 2_000
/** A server cancels a slow statement itself; its response needs time to arrive. */
const RESPONSE_GRACE_MS = 500

/**
 * @param sealingKeys encrypt data that must be unreadable in a copy of the tables
 * @param observe wraps every statement
 * @throws DatabaseStartError if an embedded database is damaged or in use by another process
 */
export async function openDatabase(
  location: DatabaseLocation,
  sealingKeys: SealingKeys,
  observe?: ObserveStatement,
): Promise<Database> {
  const isRemote = 'url' in location
  const limits = { ...SERVER_DEFAULTS, ...location }
  const { preparedStatements, statementTimeoutMs } = limits
  const { pool, migrationPool, close, explain, explainMigration } = isRemote
    ? openServer(location, limits)
    : await openEmbedded(location.directory, location.dump)
  const responseTimeoutMs = isRemote ? statementTimeoutMs + RESPONSE_GRACE_MS : undefined
  const { connectionTimeoutMillis: slotTimeoutMs = SERVER_DEFAULTS.connectTimeoutMs } = pool.options
  const connections = new Connections(pool, { responseTimeoutMs, observe })
  const { prisma, transact } = createPrisma(connections)
  const run = runOn(connections, preparedStatements)
  const hasCitus = isRemote ? citusCheck(run) : () => Promise.resolve(false)
  const creations = new CreationQueue(slotTimeoutMs)
  const newId = createIdGenerator()
  const isServing = async () => (await connections.isWritable()) && (await isMigrated(connections, MIGRATIONS))
  const stores = createStores(prisma, run, newId, sealingKeys, creations, couponCheck(prisma, hasCitus))
  const transactStores: Transact = (work) =>
    transact((transaction) => work(createStores(transaction, runIn(transaction), newId, sealingKeys)))
  return {
    stores,
    transact: transactStores,
    mailQueue: createMailQueue(prisma, run, hasCitus, sealingKeys),
    webhookQueue: createWebhookQueue({
      client: prisma,
      run,
      hasCitus,
      transact,
      events: stores.events,
      newId,
      sealingKeys,
      disable: (input) => disableWebhook({ transact: transactStores }, input),
    }),
    pool,
    prisma,
    async migrate(onWait) {
      if (isRemote && preparedStatements) await checkPooler(pool).catch(explain)
      return applyMigrations(migrationPool, MIGRATIONS, onWait).catch(explainMigration)
    },
    deleteExpired: (periods, limit) => deleteExpired({ client: prisma, run, transact }, periods, limit),
    isReady: () => Promise.race([isServing().catch(() => false), isLate()]),
    async close() {
      await prisma.$disconnect()
      connections.close()
      await close()
    },
  }
}

async function openEmbedded(directory: string | undefined, dump?: Blob) {
  // Loaded on demand: PostgreSQL as WebAssembly is large.
  const { openEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const { pool, close, explain } = await openEmbeddedPostgres(directory, dump)
  return { pool, migrationPool: pool, close, explain, explainMigration: explain }
}

function openServer({ url, directUrl }: { url: string; directUrl?: string | undefined }, limits: ServerLimits) {
  const pool = openServerPool(url, limits)
  const migrationPool = openMigrationPool(directUrl ?? url, limits)
  const explain = explainAs('DATABASE_URL', url)
  return {
    pool,
    migrationPool,
    close: async () => void (await Promise.all([pool.end(), migrationPool.end()])),
    explain,
    explainMigration: directUrl === undefined ? explain : explainAs('DATABASE_DIRECT_URL', directUrl),
  }
}

const explainAs =
  (variable: string, url: string) =>
  (error: unknown): never => {
    throw toStartError(toDomainError(error), variable, url)
  }

const isLate = () => wait(READY_TIMEOUT_MS, false, { ref: false })
