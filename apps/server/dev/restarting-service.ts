import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Loaded } from './messages.ts'
import { isFinal, ServiceProcess } from './service-process.ts'

const print = (text: string) => process.stderr.write(`${text}\n`)

/**
 * The service, which is replaced when a source changes. The next run loads its modules while the current one serves. If the
 * next run cannot load them, the current one stays.
 */
export class RestartingService {
  /** Arguments such as `--inspect`. */
  readonly #inspection: readonly string[]
  #current: ServiceProcess | undefined
  #next: ServiceProcess | undefined
  /** The process that is prepared for the next edit. */
  #standby: ServiceProcess | undefined
  /** The port of the service that accepts requests. Pending during a restart, `undefined` after a failure. */
  #port: Promise<number | undefined> = Promise.resolve(undefined)
  #isStopped = false

  constructor(inspection: readonly string[]) {
    this.#inspection = inspection
  }

  /** Resolves after a restart in progress. */
  port(): Promise<number | undefined> {
    return this.#port
  }

  /**
   * Loads the sources and replaces the current service. Resolves to `undefined` when that failed or when a newer call
   * took over.
   *
   * @param beforeStart called when the modules are loaded; the start waits for it
   */
  async restart(beforeStart?: (loaded: Loaded) => Promise<void>): Promise<Loaded | undefined> {
    this.#next?.discard()
    const next = this.#standby?.isRunning ? this.#standby : new ServiceProcess(this.#inspection)
    this.#standby = undefined
    this.#next = next
    const result = await next.load()
    if (this.#next !== next || this.#isStopped) return undefined
    this.#next = undefined
    if (isFinal(result)) process.exit(1)
    if ('exitCode' in result) {
      const note = this.#current === undefined ? '' : ' The previous state keeps running.'
      print(`The service could not be loaded. Waiting for the next edit.${note}`)
      this.#prepare()
      return undefined
    }
    await beforeStart?.(result.loaded)
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
    // With a debugger, no second process is prepared, because the current one uses the debugger's port.
    if (this.#inspection.length > 0 || this.#isStopped) return
    this.#standby ??= new ServiceProcess([])
  }

  async #replace(previous: ServiceProcess | undefined, next: ServiceProcess): Promise<number | undefined> {
    // Only one process may open the embedded database.
    await previous?.stop()
    const port = await freePort()
    if (!(await next.start(port))) {
      // Ctrl-C or an edit may have stopped the process during its start.
      if (this.#isStopped) return undefined
      if (this.#current !== next) return this.#port
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
