import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../built-service.ts'

/** Whether Redis is installed here. */
export const hasRedis = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A Redis of the test's own, on a free port of the loopback. It keeps nothing on disk. */
export class RedisServer {
  #process: ChildProcess | undefined

  private constructor(
    readonly port: number,
    readonly password: string,
  ) {}

  /** One that is yet to be started. */
  static async create(): Promise<RedisServer> {
    return new RedisServer(await freePort(), `redis-password-${process.pid}`)
  }

  url = (password = this.password): string => `redis://:${password}@127.0.0.1:${this.port}`

  async start(): Promise<void> {
    const options = { port: this.port, bind: '127.0.0.1', save: '', appendonly: 'no', requirepass: this.password }
    const settings = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.#process = server
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
      server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    })
  }

  /** Without warning, and with all it had. */
  async kill(): Promise<void> {
    const server = this.#process
    if (server?.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  /** It accepts connections from then on, and answers nothing. */
  pause = (): void => void this.#process?.kill('SIGSTOP')

  resume = (): void => void this.#process?.kill('SIGCONT')

  /** A connection for the test itself. */
  async connect<T>(use: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(this.url())
    try {
      return await use(client)
    } finally {
      client.disconnect()
    }
  }
}
