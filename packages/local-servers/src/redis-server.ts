import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'
import { waitForOutput } from './wait-for-output.ts'

export const hasRedis = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export class RedisServer {
  #process: ChildProcess | undefined
  readonly #detached: boolean
  readonly port: number
  readonly password: string

  /** @param detached starts a process group, which Ctrl-C does not stop */
  protected constructor(port: number, password = `redis-password-${process.pid}`, detached = false) {
    this.port = port
    this.password = password

    this.#detached = detached
  }

  static async create({ detached = false } = {}): Promise<RedisServer> {
    return new RedisServer(await freePort(), undefined, detached)
  }

  url = (password = this.password): string => `redis://:${password}@127.0.0.1:${this.port}`

  async start(extra: Record<string, string> = {}): Promise<void> {
    const basic = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', requirepass: this.password }
    // Without `swapdb`, a replica would write its primary's data to ./dump.rdb.
    const replication = { 'repl-diskless-load': 'swapdb', masterauth: this.password }
    const options = { ...basic, ...replication, ...extra }
    const settings = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const server = spawn('redis-server', settings, { detached: this.#detached, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#process = server
    await waitForOutput(server, server.stdout, /Ready to accept connections/)
  }

  async kill(): Promise<void> {
    if (this.#process) await endProcess(this.#process)
  }

  /** Connections stay open without responses. */
  pause = (): void => void this.#process?.kill('SIGSTOP')

  resume = (): void => void this.#process?.kill('SIGCONT')
}
