import { fileURLToPath } from 'node:url'
import { freePort, type StartedService, startService, untilReady } from '@partner-accounts/local-servers'

const BUILT_MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

export interface InstanceChanges {
  environment?: Record<string, string>
  /** The main file of another version. */
  main?: string
}

/** An instance of the service in production mode. Keeps its port across restarts. */
export class Instance {
  readonly origin: string
  readonly #settings: { main: string; folder: string; environment: Record<string, string>; detached: boolean }
  readonly #log: string
  #service: StartedService | undefined
  readonly address: string
  readonly metricsOrigin: string

  private constructor(
    address: string,
    metricsOrigin: string,
    log: string,
    settings: { folder: string; environment: Record<string, string>; detached: boolean },
  ) {
    this.address = address
    this.metricsOrigin = metricsOrigin

    this.origin = `http://${address}`
    this.#log = log
    this.#settings = { main: BUILT_MAIN, ...settings }
  }

  static async create(
    log: string,
    settings: { folder: string; environment: Record<string, string>; detached: boolean },
  ): Promise<Instance> {
    const port = String(await freePort())
    const metricsPort = String(await freePort())
    const environment = { ...settings.environment, PORT: port, METRICS_PORT: metricsPort }
    return new Instance(`127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`, log, { ...settings, environment })
  }

  /** Resolves when the service listens and its database is up to date. */
  async start({ environment, main }: InstanceChanges = {}): Promise<void> {
    Object.assign(this.#settings.environment, environment)
    this.#settings.main = main ?? this.#settings.main
    const { folder, detached } = this.#settings
    const options = { log: this.#log, detached }
    this.#service = startService(this.#settings.main, folder, this.#settings.environment, options)
    await untilReady(this.#service)
  }

  /** Waits for requests in flight. Returns the exit code. */
  async stop(): Promise<number | null> {
    const service = this.#service
    service?.process.kill('SIGTERM')
    return (await service?.ended) ?? null
  }

  /** Returns the exit code of the stopped process. */
  async restart(changes: InstanceChanges = {}): Promise<number | null> {
    const exitCode = await this.stop()
    await this.start(changes)
    return exitCode
  }

  /** Returns what the process has printed since the last start. */
  output = (): string => this.#service?.output() ?? ''
}
