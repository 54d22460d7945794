import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { startDatabase } from './database.ts'
import { postmasterPids } from './measure/process-accounting.ts'
import { type Target, SERVICE } from './targets/target.ts'
import { Tokens } from './targets/baseline/tokens.ts'
import { type RunningTarget, startTarget, type StartOptions } from './targets/start-target.ts'

export interface Bench {
  pool: Pool
  databaseUrl: string
  /** Returns the process ids of the PostgreSQL servers; none except on Linux. */
  postmasters(): Promise<number[]>
  /** Distributes the tables over the workers of Citus. */
  distribute(): Promise<void>
  /** Adds workers to Citus up to this number, and moves shards to them. */
  growTo(workers: number): Promise<void>
  /** Issues tokens that the targets accept. */
  tokens: Tokens
  /** Temporary directory, which `close` deletes. */
  folder: string
  start(target: Target, options?: Partial<StartOptions>): Promise<RunningTarget>
  /** The settings of targets. */
  environment: Record<string, string>
  /** Stops the targets and the database. */
  close(): Promise<void>
}

/** Maximum that the service accepts. No run sends as many requests in a window. */
const RATE_LIMIT_REQUESTS = '1000000'
/** Half of the 4.5 s that the service accepts for both timeouts together. */
const TIMEOUT_MS = '2250'

const randomKey = () => randomBytes(32).toString('base64url')

/** @param citusWorkers undefined for a PostgreSQL server */
export async function openBench(citusWorkers?: number): Promise<Bench> {
  const database = await startDatabase(citusWorkers)
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-bench-'))
  const pool = new Pool({ connectionString: database.url })
  // Idle connections break when the database stops.
  pool.on('error', () => {})
  const signingKey = randomBytes(32)
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'data'),
    TOKEN_SIGNING_KEYS: `bench:${signingKey.toString('base64url')}`,
    DATA_SEALING_KEY: randomKey(),
    INTERNAL_API_KEY: randomKey(),
    // No subscription is activated, so no mail is sent.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@partner.example',
    RATE_LIMIT_REQUESTS,
    // A busy machine must not reject requests.
    DATABASE_CONNECT_TIMEOUT_MS: TIMEOUT_MS,
    DATABASE_STATEMENT_TIMEOUT_MS: TIMEOUT_MS,
  }
  const running = new Set<RunningTarget>()
  let closed: Promise<void> | undefined
  const bench: Bench = {
    pool,
    databaseUrl: database.url,
    postmasters: () => postmasterPids(database.nodes),
    distribute: () => database.distribute(),
    growTo: (workers) => database.growTo(workers),
    tokens: new Tokens({ kid: 'bench', key: signingKey }),
    folder,
    environment,
    async start(target, options = {}) {
      const started = await startTarget(target, { environment, folder, ...options })
      running.add(started)
      const stop = async () => {
        running.delete(started)
        await started.stop()
      }
      return { ...started, stop }
    },
    close() {
      closed ??= closeAll()
      return closed
    },
  }
  return migrate(bench)

  async function closeAll(): Promise<void> {
    await Promise.all([...running].map((target) => target.stop()))
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the service once, because its start applies the migrations. */
async function migrate(bench: Bench): Promise<Bench> {
  try {
    const service = await bench.start(SERVICE)
    await service.stop()
    return bench
  } catch (error) {
    await bench.close()
    throw error
  }
}
