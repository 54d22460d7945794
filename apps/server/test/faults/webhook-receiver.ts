import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

export interface ReceivedEvent {
  path: string
  /** When the response was sent, on the clock of `performance.now`. */
  at: number
  headers: Record<string, string>
  body: string
}

/** A partner's server that accepts every request after a delay. */
export class WebhookReceiver {
  /** Events whose sender got a response. */
  readonly received: ReceivedEvent[] = []
  inFlight = 0
  /** Requests whose sender closed the connection before the response. */
  interrupted = 0
  delayMs = 0
  /** Paths whose requests get no response. */
  readonly hanging = new Set<string>()
  readonly #server = createServer((request, response) => {
    const path = request.url!
    this.inFlight++
    response.once('close', () => {
      this.inFlight--
      if (!response.writableFinished) this.interrupted++
    })
    void text(request).then(async (body) => {
      await wait(this.delayMs)
      if (response.destroyed || this.hanging.has(path)) return
      const headers = request.headers as Record<string, string>
      response.end(() => this.received.push({ path, at: performance.now(), headers, body }))
    })
  })

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
