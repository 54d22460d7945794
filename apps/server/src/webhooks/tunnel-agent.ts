import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { unescape } from 'node:querystring'
import type { Duplex } from 'node:stream'
import { errorCode } from '../logging/error-code.ts'

export class ProxyError extends Error {
  override readonly name = 'ProxyError'
}

export interface TunnelOptions {
  proxyUrl: string
  lookup: LookupFunction
  timeoutMs: number
}

/** Connects through `CONNECT` of an HTTP proxy. The proxy receives an address from `lookup`, never a name. */
export class TunnelAgent extends https.Agent {
  readonly #tunnel: TunnelOptions

  constructor(options: https.AgentOptions, tunnel: TunnelOptions) {
    super(options)
    this.#tunnel = tunnel
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#open(options.host ?? '', Number(options.port))
      .then((socket) => super.createConnection({ ...options, socket } as https.RequestOptions)!)
      .then(
        (stream) => callback?.(null, stream),
        (error: Error) => callback?.(error, undefined as never),
      )
  }

  async #open(host: string, port: number): Promise<Socket> {
    const { proxyUrl, lookup, timeoutMs } = this.#tunnel
    const address = await new Promise<string>((resolve, reject) =>
      // Proxies often have no IPv6.
      lookup(host, { order: 'ipv4first' }, (error, found) => (error ? reject(error) : resolve(found as string))),
    )
    const path = `${address.includes(':') ? `[${address}]` : address}:${port}`
    const { hostname, port: proxyPort, username, password } = new URL(proxyUrl)
    const credentials = Buffer.from(`${unescape(username)}:${unescape(password)}`).toString('base64')
    return new Promise((resolve, reject) => {
      http
        .request({
          method: 'CONNECT',
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port: proxyPort,
          path,
          headers: { host: path, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) },
          signal: AbortSignal.timeout(timeoutMs),
        })
        .on('connect', ({ statusCode }, socket: Socket) => {
          if (statusCode === 200) return resolve(socket)
          socket.destroy()
          reject(new ProxyError(`proxy: HTTP ${statusCode}`))
        })
        .on('error', (error) => reject(new ProxyError(`proxy: ${errorCode(error)}`)))
        .end()
    })
  }
}
