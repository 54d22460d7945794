import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { unescape } from 'node:querystring'
import type { Duplex } from 'node:stream'
import { errorCode } from '../logging/error-code.ts'

export class ProxyError extends Error {
  override readonly name = 'ProxyError'
}

export interface TunnelOptions extends https.RequestOptions {
  lookup?: LookupFunction
  /** An option of `net.connect`, to which Node passes it on. */
  autoSelectFamilyAttemptTimeout?: number
  /** Aborts the opening of the tunnel. Node does not pass `signal` on to agents. */
  tunnelSignal?: AbortSignal
}

/** Connects through `CONNECT` of an HTTP proxy. The proxy receives an address from `lookup`, never a name. */
export class TunnelAgent extends https.Agent {
  readonly #proxyUrl: URL

  constructor(options: https.AgentOptions, proxyUrl: string) {
    super(options)
    this.#proxyUrl = new URL(proxyUrl)
  }

  override createConnection(
    options: TunnelOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#open(options)
      .then((socket) => super.createConnection({ ...options, socket } as https.RequestOptions)!)
      .then(
        (stream) => callback?.(null, stream),
        (error: Error) => callback?.(error, undefined as never),
      )
  }

  async #open({ host, port, lookup, tunnelSignal: signal }: TunnelOptions): Promise<Socket> {
    const address = await addressOf(host ?? '', lookup)
    signal?.throwIfAborted()
    const targetHost = address.includes(':') ? `[${address}]` : address
    const path = `${targetHost}:${Number(port)}`
    const { hostname, port: proxyPort, username, password } = this.#proxyUrl
    // `unescape` accepts the unencoded percent signs that `decodeURIComponent` rejects.
    const credentials = Buffer.from(`${unescape(username)}:${unescape(password)}`).toString('base64')
    return new Promise((resolve, reject) => {
      http
        .request({
          method: 'CONNECT',
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port: proxyPort,
          path,
          headers: { host: path, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) },
          ...(signal && { signal }),
        })
        .on('connect', ({ statusCode }, socket: Socket) => {
          if (statusCode === 200) return resolve(socket)
          socket.destroy()
          reject(new ProxyError(`proxy: HTTP ${statusCode}`))
        })
        .on('response', ({ statusCode, socket }) => {
          socket.destroy()
          reject(new ProxyError(`proxy: HTTP ${statusCode}`))
        })
        .on('error', (error) => reject(new ProxyError(`proxy: ${errorCode(error)}`)))
        .end()
    })
  }
}

const addressOf = (host: string, lookup: LookupFunction | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    // The sender has checked literal addresses.
    if (isIP(host) !== 0) return resolve(host)
    if (!lookup) return reject(new Error('a tunnel requires `lookup`'))
    // Uses the first address, which is IPv4 if there is one, because proxies often have no IPv6.
    lookup(host, {}, (error, found) => (error ? reject(error) : resolve(found as string)))
  })
