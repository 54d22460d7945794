import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Loaded } from './messages.ts'
import { hasInvalidSettings, ServiceProcess } from './service-process.ts'

const print = (text: string) => process.stderr.write(`${text}\n`)

/**
 * The service, which is replaced when a source changes. The next run loads its modules while the current one serves. If the
 * next run cannot load them, the current one stays.
 */
export class RestartingService {
  /** Arguments of the service, such as `--inspect`. */
  readonly #programArguments: readonly string[]
  #current: ServiceProcess | undefined
  /** The process that loads the sources. It has replaced the current one when it starts. */
  #next: ServiceProcess | undefined
  /** The process that is prepared for the next edit. */
  #standby: ServiceProcess | undefined
  /** The port of the current service. Pending while it is replaced, `undefined` if the replacement could not start. */
  #port: Promise<number | undefined> = Promise.resolve(undefined)
  #isStopped = false

  constructor(programArguments: readonly string[]) {
    this.#programArguments = programArguments
  }

  /** Resolves after a replacement in progress. */
  port(): Promise<number | undefined> {
    return this.#port
  }

  /**
   * Loads the sources and replaces the current service.
   *
   * @param beforeStart called when the modules are loaded; the start waits for it
   * @returns what was loaded, even if the service could not start then; `undefined` if the sources could not be loaded, or if
   * a newer call replaces the service instead
   */
  async restart(beforeStart?: (loaded: Loaded) => Promise<void>): Promise<Loaded | undefined> {
    this.#next?.discard()
    const next = this.#standby?.isRunning ? this.#standby : new ServiceProcess(this.#programArguments)
    this.#standby = undefined
    this.#next = next
    const result = await next.load()
    if (this.#next !== next || this.#isStopped) return undefined
    if (hasInvalidSettings(result)) process.exit(1)
    if ('exitCode' in result) {
      this.#next = undefined
      const note = this.#current === undefined ? '' : ' The previous state keeps running.'
      print(`The service could not be loaded. Waiting for the next edit.${note}`)
      this.#prepare()
      return undefined
    }
    await beforeStart?.(result.loaded)
    if (this.#next !== next || this.#isStopped) return undefined
    this.#next = undefined
    const previous = this.#current
    this.#current = next
    this.#port = this.#replace(previous, next)
    await this.#port
    this.#prepare()
    return result.loaded
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#next?.discard()
    this.#standby?.discard()
    await this.#current?.stop()
  }

  #prepare(): void {
    if (!this.#isStopped) this.#standby ??= new ServiceProcess(this.#programArguments)
  }

  async #replace(previous: ServiceProcess | undefined, next: ServiceProcess): Promise<number | undefined> {
    // Only one process may open the embedded database.
    await previous?.stop()
    const port = await freePort()
    if (!(await next.start(port))) {
      // Ctrl-C or an edit may have stopped the process during its start.
      if (this.#isStopped) return undefined
      if (this.#current !== next) return this.#port
      this.#current = undefined
      print('The service could not start. Waiting for the next edit.')
      return undefined
    }
    void this.#watchEnd(next)
    return port
  }

  async #watchEnd(service: ServiceProcess): Promise<void> {
    await service.ended()
    if (this.#current !== service || this.#isStopped) return
    this.#current = undefined
    this.#port = Promise.resolve(undefined)
    print('The service has ended. Waiting for the next edit.')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
