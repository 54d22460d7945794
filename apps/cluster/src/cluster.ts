import path from 'node:path'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freePort, RedisServer, startNginx, startPostgres } from '@partner-accounts/local-servers'
import { randomBytes } from 'node:crypto'
import { type FailOverDatabase, startFailOverDatabase } from './fail-over-database.ts'
import { Instance } from './instance.ts'
import { startMailCatcher } from './mail-catcher.ts'
import type { Programs } from './programs.ts'

const NGINX = fileURLToPath(new URL('../../../deploy/nginx', import.meta.url))

export interface ClusterOptions {
  /** Folder of data, keys, mails and logs. A later start reuses them. Default: a temporary folder. */
  directory?: string | undefined
  /** Port that nginx listens on. Default: a free port. */
  port?: number | undefined
  instances?: number
  /** Adds a synchronous standby and automatic fail-over. Cannot be combined with `directory`. */
  ha?: boolean
  environment?: Record<string, string>
  /** Starts process groups that survive Ctrl-C: the caller must stop the cluster. */
  detached?: boolean
}

export class Cluster {
  origin = ''
  databaseUrl = ''
  failOver: FailOverDatabase | undefined
  readonly instances: Instance[] = []
  readonly folder: string
  readonly keys: SharedKeys
  readonly #options: ClusterOptions
  /** Functions that stop what was started. They run in reverse order. */
  readonly #cleanups: (() => Promise<unknown> | void)[] = []

  private constructor(options: ClusterOptions) {
    this.#options = options
    this.folder = path.resolve(options.directory ?? mkdtempSync(path.join(tmpdir(), 'partner-accounts-cluster-')))
    mkdirSync(this.folder, { recursive: true })
    // PostgreSQL and nginx drop root privileges and must still reach their folders.
    chmodSync(this.folder, 0o711)
    if (options.directory === undefined)
      this.#cleanups.push(() => rmSync(this.folder, { recursive: true, force: true }))
    this.keys = readOrCreateKeys(this.#path('keys.json'))
  }

  static async start(programs: Programs, options: ClusterOptions = {}): Promise<Cluster> {
    const cluster = new Cluster(options)
    try {
      await cluster.#start(programs)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  get baseUrl(): string {
    return `${this.origin}/partners/v1`
  }

  get mailFolder(): string {
    return this.#path('mail')
  }

  async stop(): Promise<void> {
    for (const cleanUp of this.#cleanups.splice(0).reverse()) await cleanUp()
  }

  async #start(programs: Programs): Promise<void> {
    const { instances = 2, environment = {}, detached = false } = this.#options
    const port = this.#options.port ?? (await freePort())
    const environmentOfAll = { ...(await this.#startStores(programs, detached)), ...environment }
    environmentOfAll['PUBLIC_URL'] ??= `http://127.0.0.1:${port}`
    for (let number = 1; number <= instances; number++) {
      const settings = { folder: this.folder, environment: environmentOfAll, detached }
      const instance = await Instance.create(this.#path(`instance-${number}.log`), settings)
      this.instances.push(instance)
      this.#cleanups.push(() => instance.stop())
    }
    await Promise.all(this.instances.map((instance) => instance.start()))
    const nginx = await startNginx({
      program: programs.nginx,
      configuration: NGINX,
      folder: this.#path('nginx'),
      port,
      detached,
      services: this.instances.map(({ address }) => address),
    })
    this.#cleanups.push(() => nginx.stop())
    this.origin = nginx.origin
  }

  /** Starts the stores and returns the settings with which instances use them. */
  async #startStores(programs: Programs, detached: boolean): Promise<Record<string, string>> {
    const database = await this.#startDatabase(programs, detached)
    this.#cleanups.push(() => database.stop())
    const redis = await RedisServer.create({ detached })
    await redis.start()
    this.#cleanups.push(() => redis.kill())
    const mails = await startMailCatcher(this.mailFolder)
    this.#cleanups.push(() => mails.stop())
    this.databaseUrl = database.url
    return {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      REDIS_URL: redis.url(),
      ...this.keys,
      SMTP_URL: mails.url,
      MAIL_FROM: 'Partner Accounts <no-reply@partner-accounts.example>',
      TRUSTED_PROXIES: '127.0.0.1',
    }
  }

  async #startDatabase({ postgres, haproxy = '' }: Programs, detached: boolean) {
    const { directory, ha = false } = this.#options
    if (ha) {
      this.failOver = await startFailOverDatabase({ postgres, haproxy }, this.#path('postgres'), detached)
      return this.failOver
    }
    if (directory === undefined) return startPostgres(postgres, { detached })
    return startPostgres(postgres, { folder: this.#path('postgres'), detached })
  }

  #path = (name: string): string => path.join(this.folder, name)
}

const newKey = () => randomBytes(32).toString('base64url')

export interface SharedKeys {
  TOKEN_SIGNING_KEYS: string
  DATA_SEALING_KEY: string
  INTERNAL_API_KEY: string
}

function readOrCreateKeys(file: string): SharedKeys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SharedKeys
  const keys = { TOKEN_SIGNING_KEYS: `k1:${newKey()}`, DATA_SEALING_KEY: newKey(), INTERNAL_API_KEY: newKey() }
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}
