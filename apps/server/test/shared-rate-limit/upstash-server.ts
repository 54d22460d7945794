import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Redis, ReplyError } from 'ioredis'

type Command = string[]
type Reply = { result: unknown } | { error: string }

const digest = (text: string) => createHash('sha256').update(text).digest()
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** A server of Upstash's REST protocol in front of Redis: one command at `/`, several at `/pipeline` and `/multi-exec`. */
export class UpstashServer {
  readonly token = `rest-token-${process.pid}`
  /** Number of responses to lose: the command is executed, and then the connection breaks. */
  responsesToLose = 0
  /** The names of the executed commands. */
  readonly executed: string[] = []
  readonly #redis: Redis
  readonly #http: Server

  constructor(redisUrl: string) {
    this.#redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => 20 })
    this.#redis.on('error', () => undefined)
    this.#http = createServer((request, response) => {
      void this.#respond(request).then(({ status, body }) => {
        if (this.responsesToLose > 0) {
          this.responsesToLose -= 1
          request.socket.destroy()
          return
        }
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
  }

  async start(): Promise<void> {
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#redis.disconnect()
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
  }

  async #respond(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${this.token}`)) {
      return { status: 401, body: { error: 'Unauthorized' } }
    }
    const encode = request.headers['upstash-encoding'] === 'base64' ? inBase64 : (result: unknown) => result
    const encoded = (response: Reply) => ('result' in response ? { result: encode(response.result) } : response)
    try {
      const body = (await json(request)) as Command & Command[]
      if (request.url === '/pipeline') return { status: 200, body: (await this.#runAll(body)).map(encoded) }
      if (request.url === '/multi-exec') {
        const responses = await this.#runAll([['MULTI'], ...body, ['EXEC']])
        const results = (responses.at(-1) as { result: unknown[] }).result
        return { status: 200, body: results.map((result) => encoded({ result })) }
      }
      const response = await this.#run(body)
      return { status: 'error' in response ? 400 : 200, body: encoded(response) }
    } catch {
      return { status: 503, body: { error: 'no database' } }
    }
  }

  /** Runs commands without interleaving those of other requests. */
  #runAll = (commands: Command[]): Promise<Reply[]> => Promise.all(commands.map((command) => this.#run(command)))

  async #run([name = '', ...args]: Command): Promise<Reply> {
    try {
      const result = await this.#redis.call(name, args)
      this.executed.push(name.toUpperCase())
      return { result }
    } catch (error) {
      if (error instanceof ReplyError) return { error: (error as Error).message }
      throw error
    }
  }
}

/** Encodes strings in Base64, except `OK`. Numbers are unchanged. */
function inBase64(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(inBase64)
  return typeof result === 'string' && result !== 'OK' ? Buffer.from(result).toString('base64') : result
}
