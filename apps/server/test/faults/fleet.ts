import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '@partner-accounts/db'
import { citusPrograms, type PostgresServer, startCitus, startPostgres } from '@partner-accounts/local-servers'
import { inject } from 'vitest'
import { freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { TEST_KEYS } from '../harness.ts'
import { openDistributed } from '../test-database.ts'

/** An instance of the built service, as a process. */
export interface Instance {
  origin: string
  baseUrl: string
  service: StartedService
  /** Returns the ids of the mails that the instance has delivered. */
  mails(): string[]
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<unknown>
  /** Returns the status of `/health/ready` and how long it took. */
  readiness(): Promise<{ status: number; ms: number }>
}

const [signing] = TEST_KEYS.tokenSigningKeys
const [internal] = TEST_KEYS.internalApiKeys
/** A busy machine may delay the test's own statements for longer than the service permits. */
const LONG_TIMEOUTS = { connectTimeoutMs: 30_000, statementTimeoutMs: 30_000 }
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** The servers of a fleet, in the order of `Fleet.servers`. The service connects to the first one. */
export const SERVERS = inject('citusNodes')
  ? (['the coordinator', 'the first worker', 'the second worker'] as const)
  : (['PostgreSQL'] as const)

/** Instances that share their keys and a database that tests can kill and pause: PostgreSQL, or in a run on Citus a cluster. */
export class Fleet {
  readonly servers: readonly PostgresServer[]
  /** The test's own connection to the data. */
  readonly database: Database
  readonly instances: Instance[] = []
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-fleet-'))

  private constructor(servers: readonly PostgresServer[], database: Database) {
    this.servers = servers
    this.database = database
  }

  static async open(programs: string | undefined): Promise<Fleet> {
    const keys = TEST_KEYS.dataSealingKeys
    if (inject('citusNodes')) {
      const { servers, url } = await startCitus(citusPrograms() ?? '')
      return new Fleet(servers, await openDistributed({ url, ...LONG_TIMEOUTS }, keys))
    }
    const postgres = await startPostgres(programs ?? '')
    return new Fleet([postgres], await openDatabase({ url: postgres.url, ...LONG_TIMEOUTS }, keys))
  }

  /** The server that the service connects to. */
  get postgres(): PostgresServer {
    return this.servers[0]!
  }

  /** Starts another instance without waiting until it is ready. */
  async launch(environment: Record<string, string> = {}): Promise<Instance> {
    const port = await freePort()
    const data = path.join(this.#folder, String(port))
    const service = startBuiltService(this.#folder, {
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: this.postgres.url,
      RATE_LIMIT_REQUESTS: '1000000',
      TOKEN_SIGNING_KEYS: `${signing!.kid}:${base64url(signing!.key)}`,
      DATA_SEALING_KEY: base64url(TEST_KEYS.dataSealingKeys[0].key),
      INTERNAL_API_KEY: `${internal!.name}:${internal!.key}`,
      ...environment,
    })
    const origin = `http://127.0.0.1:${port}`
    const instance: Instance = {
      origin,
      baseUrl: `${origin}/partners/v1`,
      service,
      mails: () => deliveredMailsIn(path.join(data, 'mail')),
      kill() {
        service.process.kill('SIGKILL')
        return service.ended
      },
      async readiness() {
        const started = performance.now()
        const { status } = await fetch(`${origin}/health/ready`)
        return { status, ms: performance.now() - started }
      },
    }
    this.instances.push(instance)
    return instance
  }

  async start(environment: Record<string, string> = {}): Promise<Instance> {
    const instance = await this.launch(environment)
    await untilReady(instance.service)
    return instance
  }

  async stop(): Promise<void> {
    for (const instance of this.instances) await instance.kill()
    await this.database.close()
    for (const server of this.servers) await server.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns the ids of the mails in a folder. The first delivery creates the folder. */
function deliveredMailsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { withFileTypes: true }).map(({ name }) => name)
  return names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length))
}
