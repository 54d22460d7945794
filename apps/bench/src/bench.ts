import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresPrograms, startPostgres } from '@partner-accounts/local-servers'
import { Pool } from 'pg'
import { type Contender, SERVICE } from './contenders/contender.ts'
import { Tokens } from './contenders/floor/tokens.ts'
import { type RunningContender, startContender, type StartOptions } from './contenders/start-contender.ts'

/** A PostgreSQL of the benchmark's own, with the service's tables, and what runs on it. */
export interface Bench {
  pool: Pool
  databaseUrl: string
  /** Makes tokens that every contender takes. */
  tokens: Tokens
  /** Throw-away. */
  folder: string
  start(contender: Contender, options?: Partial<StartOptions>): Promise<RunningContender>
  /** The environment that contenders are started with. */
  environment: Record<string, string>
  /** Stops everything that was started; once, however often it is called. */
  close(): Promise<void>
}

/** As many as the service's settings take: every request is counted, and none refused. */
const RATE_LIMIT_REQUESTS = '1000000'

const randomKey = () => randomBytes(32).toString('base64url')

/** @throws Error when there is no PostgreSQL on the machine */
export async function openBench(): Promise<Bench> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed: there is nothing in /usr/lib/postgresql')
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-bench-'))
  const postgres = await startPostgres(programs)
  const pool = new Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  const key = randomBytes(32)
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'data'),
    TOKEN_SIGNING_KEYS: `bench:${key.toString('base64url')}`,
    DATA_SEALING_KEY: randomKey(),
    INTERNAL_API_KEY: randomKey(),
    // Nothing is sent: subscriptions stay as they were made.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@partner.example',
    RATE_LIMIT_REQUESTS,
  }
  const running = new Set<RunningContender>()
  let closed: Promise<void> | undefined
  const bench: Bench = {
    pool,
    databaseUrl: postgres.url,
    tokens: new Tokens({ kid: 'bench', key }),
    folder,
    environment,
    async start(contender, options = {}) {
      const started = await startContender(contender, { environment, folder, ...options })
      running.add(started)
      const stop = async () => {
        running.delete(started)
        await started.stop()
      }
      return { ...started, stop }
    },
    close: () => (closed ??= closeAll()),
  }
  return migrated(bench)

  async function closeAll(): Promise<void> {
    await Promise.all([...running].map((contender) => contender.stop()))
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The service makes its tables at its first start. */
async function migrated(bench: Bench): Promise<Bench> {
  try {
    const service = await bench.start(SERVICE)
    await service.stop()
    return bench
  } catch (error) {
    await bench.close()
    throw error
  }
}
