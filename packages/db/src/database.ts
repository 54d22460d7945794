import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type ClaimedMail,
  createIdGenerator,
  type IdGenerator,
  type DeliveryQueue,
  type SealingKeys,
  type Stores,
  type Transact,
} from '@partner-accounts/core'
import type { Pool } from 'pg'
import { checkPrivileges, findForbiddenTable, listTables } from './driver/check-privileges.ts'
import { checkSession, PROBES } from './driver/check-session.ts'
import { Connections, type ObserveStatement } from './driver/connections.ts'
import { KeyedSemaphore } from './driver/keyed-semaphore.ts'
import {
  hostUrls,
  openMigrationPool,
  openServerPool,
  SERVER_DEFAULTS,
  type ServerLimits,
  type SharedState,
} from './driver/open-server-pool.ts'
import { quoteName, type ServiceSchema } from './driver/session.ts'
import { toStartError } from './driver/start-error.ts'
import { citusCheck } from './sql/citus.ts'
import { runOn } from './sql/run.ts'
import { applyMigrations, isMigrated } from './migrations/apply-migrations.ts'
import { createPrisma, runIn } from './prisma/create-prisma.ts'
import type { PrismaClient } from './prisma/generated/client.ts'
import { couponCheck } from './accounts/coupon-check.ts'
import { createPartnerQueues } from './accounts/partner-queues.ts'
import { createStores } from './create-stores.ts'
import { storeFinishedPeriods } from './records/figures.ts'
import { deleteExpired, type RetentionPeriods } from './retention/delete-expired.ts'
import { createPageFiles, type PageFiles } from './page-files/page-files.ts'
import { reseal, type SealedByOtherKeys } from './sealing/reseal.ts'
import { createMailQueue } from './mails/mail-queue.ts'
import { createWebhookQueue, type WebhookQueue } from './webhooks/webhook-queue.ts'

/**
 * A server, or a PostgreSQL embedded in this process. Without a `directory`, the embedded database is in memory. `dump` is
 * the content of a new database.
 */
export type DatabaseLocation = (ServerLocation & Partial<ServerLimits>) | { directory: string | undefined; dump?: Blob }

interface ServerLocation {
  /** `?schema=` names the schema of the tables. Default: the first one of the search path. */
  url: string
  /** Returns the URL for each new connection, from a file whose content may change. */
  readUrl?: (() => string) | undefined
  /** Bypasses a pooler, for migrations. */
  directUrl?: string | undefined
  /** Returns `directUrl` for each new connection, as `readUrl` does for `url`. */
  readDirectUrl?: (() => string) | undefined
}

export interface Database {
  stores: Stores
  transact: Transact
  mailQueue: DeliveryQueue<ClaimedMail>
  webhookQueue: WebhookQueue
  pageFiles: PageFiles
  pool: Pool
  prisma: PrismaClient
  /** The process's only id generator. Its ids increase. */
  newId: IdGenerator
  /**
   * Applies the pending migrations and returns their names.
   *
   * @param onWait receives a message whenever they have to wait
   * @throws DatabaseStartError if the database is unavailable, rejects the connection or is damaged
   * @throws Error if a migration fails
   */
  migrate(onWait?: (message: string) => void): Promise<string[]>
  /** Deletes expired rows, at most `limit` per statement, and returns their number by table. */
  deleteExpired(periods: RetentionPeriods, limit: number): Promise<Record<string, number>>
  /** Stores the number of accounts created in each finished period. Operators' figures read these numbers. */
  storeFinishedPeriods(signal?: AbortSignal): Promise<void>
  /** Reseals with the first key what other keys sealed. Returns by table how many values no key unseals. */
  reseal(): Promise<SealedByOtherKeys>
  /** Returns whether the database responds within 2 s, accepts writes and has all migrations. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const READY_TIMEOUT_MS = 2_000
/** Maximum per queue, whose transactions lock the same rows. One holds the locks and one waits, so the locks never idle. */
const CONCURRENT_PER_QUEUE = 2
/** A server cancels a slow statement itself; its response needs time to arrive. */
const RESPONSE_GRACE_MS = 500

/**
 * @param sealingKeys encrypt data that must be unreadable in a copy of the tables
 * @param observe wraps every statement
 * @param newId generates ids; tests pass a generator with another clock to create old rows
 * @throws DatabaseStartError if an embedded database is damaged or in use by another process
 */
export async function openDatabase(
  location: DatabaseLocation,
  sealingKeys: SealingKeys,
  observe?: ObserveStatement,
  newId = createIdGenerator(),
): Promise<Database> {
  const isRemote = 'url' in location
  const limits = { ...SERVER_DEFAULTS, ...location }
  const { hasPreparedStatements, statementTimeoutMs } = limits
  const { pool, close, readSchema, migrate } = isRemote
    ? openServer(location, limits)
    : await openEmbedded(location.directory, location.dump)
  const responseTimeoutMs = isRemote ? statementTimeoutMs + RESPONSE_GRACE_MS : undefined
  const connections = new Connections(pool, { responseTimeoutMs, observe })
  const { prisma, transact } = createPrisma(connections, readSchema)
  const run = runOn(connections, hasPreparedStatements)
  const hasCitus = isRemote ? citusCheck(run) : () => Promise.resolve(false)
  // Both kinds of pools have a timeout.
  const slotTimeoutMs = pool.options.connectionTimeoutMillis!
  /** This release's tables. They are listed once, because a later release may add one that only its instances need. */
  let tables: readonly string[] | undefined
  const isServing = async () => {
    if (!(await connections.isWritable()) || !(await isMigrated(connections, MIGRATIONS))) return false
    // Throws if Prisma's client names a schema without tables. Reads a table that Citus keeps on the coordinator.
    await prisma.operatorSession.findFirst({ select: { id: true } })
    tables ??= await listTables(connections)
    return (await findForbiddenTable(connections, tables)) === undefined
  }
  const partnerQueues = createPartnerQueues(slotTimeoutMs)
  const stores = createStores(prisma, run, newId, sealingKeys, partnerQueues, couponCheck(prisma, hasCitus))
  const queues = new KeyedSemaphore(CONCURRENT_PER_QUEUE, slotTimeoutMs)
  const transactStores: Transact = (work, { queue } = {}) => {
    const runWork = () =>
      transact((transaction) => work(createStores(transaction, runIn(transaction), newId, sealingKeys)))
    return queue === undefined ? runWork() : queues.run(queue, runWork)
  }
  return {
    stores,
    transact: transactStores,
    mailQueue: createMailQueue({ client: prisma, run, hasCitus, sealingKeys }),
    webhookQueue: createWebhookQueue({
      client: prisma,
      run,
      hasCitus,
      transact,
      events: stores.events,
      newId,
      sealingKeys,
    }),
    pageFiles: createPageFiles(prisma, run),
    pool,
    prisma,
    newId,
    migrate,
    deleteExpired: (periods, limit) => deleteExpired({ client: prisma, run, transact }, periods, limit),
    storeFinishedPeriods: (signal) => storeFinishedPeriods(run, signal),
    reseal: () => reseal({ client: prisma, run }, sealingKeys),
    isReady: () => Promise.race([isServing().catch(() => false), falseAfterTimeout()]),
    async close() {
      await prisma.$disconnect()
      connections.close()
      await close()
    },
  }
}

type Migrate = Database['migrate']

interface OpenedDatabase {
  pool: Pool
  close: () => Promise<void>
  /** Returns `undefined` for Prisma's default, `public`. */
  readSchema: () => Promise<string | undefined>
  migrate: Migrate
}

async function openEmbedded(directory: string | undefined, dump?: Blob): Promise<OpenedDatabase> {
  // Loaded on demand: PostgreSQL as WebAssembly is large.
  const { openEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const { pool, close, explain } = await openEmbeddedPostgres(directory, dump)
  return {
    pool,
    close,
    readSchema: () => Promise.resolve(undefined),
    migrate: (onWait) => applyMigrations(pool, MIGRATIONS, onWait).catch(explain),
  }
}

function openServer(location: ServerLocation, limits: ServerLimits): OpenedDatabase {
  const { url, directUrl, readUrl, readDirectUrl } = location
  const { hasPreparedStatements } = limits
  const schema: ServiceSchema = { name: schemaOf(url) }
  const shared: SharedState = { schema, readUrl, hostPosition: 0 }
  const pool = openServerPool(url, limits, shared)
  const explain = explainAs('DATABASE_URL', url)
  // A direct URL bypasses the transaction pooler.
  const isSession = hasPreparedStatements || directUrl !== undefined
  const migrationShared = directUrl === undefined ? shared : { schema, readUrl: readDirectUrl, hostPosition: 0 }
  const migrationPool = openMigrationPool(directUrl ?? url, limits, migrationShared, isSession)
  const explainMigration = directUrl === undefined ? explain : explainAs('DATABASE_DIRECT_URL', directUrl)
  return {
    pool,
    close: async () => void (await Promise.all([pool.end(), migrationPool.end()])),
    async readSchema() {
      // The first connection finds the name.
      if (schema.name === undefined) (await pool.connect()).release()
      return schema.name
    },
    async migrate(onWait) {
      if (schema.name !== undefined) await createSchema(migrationPool, schema.name).catch(explainMigration)
      const probes = openServerPool(url, { ...limits, poolSize: PROBES }, shared)
      try {
        await checkSession(probes, schema, hasPreparedStatements).catch(explain)
      } finally {
        await probes.end()
      }
      const applied = await applyMigrations(migrationPool, MIGRATIONS, onWait).catch(explainMigration)
      await checkPrivileges(pool).catch(explain)
      return applied
    },
  }
}

/** Returns Prisma's parameter `?schema=`, or `undefined` if it is missing or empty. */
const schemaOf = (url: string): string | undefined =>
  new URL(hostUrls(url)[0]!).searchParams.get('schema')?.trim() || undefined

async function createSchema(pool: Pool, schema: string): Promise<void> {
  // `CREATE SCHEMA IF NOT EXISTS` requires the privilege to create schemas even if the schema exists.
  const { rowCount } = await pool.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])
  if (rowCount === 0) await pool.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`)
}

const explainAs =
  (variable: string, url: string) =>
  (error: unknown): never => {
    throw toStartError(error, variable, url)
  }

const falseAfterTimeout = () => wait(READY_TIMEOUT_MS, false, { ref: false })
