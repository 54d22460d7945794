import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { errorCode } from '../logging/error-code.ts'
import { checkedLookup, isLoopbackAddress, isPublicAddress, notAllowed } from './public-addresses.ts'
import { ProxyError, TunnelAgent } from './tunnel-agent.ts'

const TIMEOUT_MS = 5_000
const MAX_RESPONSE_BYTES = 4 * 1024
const CLOSED = new Set(['ECONNRESET', 'EPIPE'])

export interface WebhookResponse {
  /** Absent without a response. */
  status?: number
  /** The beginning of the response. */
  body?: string
  durationMs: number
  /** Absent for a status of 200 to 299. */
  error?: string
  retryAfterSeconds?: number | undefined
}

export interface WebhookUrlPolicy {
  ports: readonly number[]
  /** Permits `http://` and every port, outside production. */
  allowLoopback: boolean
}

/** Checks scheme, port and a literal address. Names are looked up when the sender connects. */
export function isWebhookUrl(text: string, { ports, allowLoopback }: WebhookUrlPolicy): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  const host = hostOf(url)
  if (allowLoopback && (host === 'localhost' || isLoopbackAddress(host))) return /^https?:$/.test(url.protocol)
  const isPublic = isIP(host) === 0 || isPublicAddress(host)
  return isPublic && url.protocol === 'https:' && ports.includes(Number(url.port || 443))
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export interface WebhookSenderOptions extends WebhookUrlPolicy {
  /** Further authorities, PEM. */
  ca?: string | undefined
  /** An HTTP proxy for `https://` URLs. */
  proxyUrl?: string | undefined
  timeoutMs?: number
  lookup?: Parameters<typeof checkedLookup>[1]
}

/** Sends requests to URLs that partners chose. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions
  readonly #timeoutMs: number
  readonly #lookup: LookupFunction
  readonly #https: https.Agent
  readonly #http = new http.Agent({ keepAlive: true })

  constructor(options: WebhookSenderOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#lookup = checkedLookup(this.#isAllowed, options.lookup)
    const { ca, proxyUrl } = options
    const agentOptions = { keepAlive: true, ...(ca !== undefined && { ca }) }
    const tunnel = { lookup: this.#lookup, timeoutMs: this.#timeoutMs }
    this.#https =
      proxyUrl === undefined ? new https.Agent(agentOptions) : new TunnelAgent(agentOptions, { ...tunnel, proxyUrl })
  }

  /** Never rejects, and follows no redirect. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse> {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    // For the whole exchange: responses may arrive byte by byte.
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const response = await this.#request(new URL(url), headers, body, signal)
      return { ...response, durationMs: elapsed() }
    } catch (error) {
      const reason = error instanceof ProxyError ? error.message : errorCode(error)
      return { error: signal.aborted ? 'timeout' : reason, durationMs: elapsed() }
    }
  }

  close(): void {
    this.#https.destroy()
    this.#http.destroy()
  }

  readonly #isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (this.#options.allowLoopback && isLoopbackAddress(address))

  #request(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Omit<WebhookResponse, 'durationMs'>> {
    if (!isWebhookUrl(url.href, this.#options)) throw notAllowed()
    const [{ request }, agent] = url.protocol === 'https:' ? [https, this.#https] : [http, this.#http]
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent,
        lookup: this.#lookup,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal,
      })
      let hasResponse = false
      sent.on('error', (error) => {
        // The server may close a kept connection just when it is used again. Receivers know duplicates by their id.
        const wasClosed = sent.reusedSocket && !hasResponse && CLOSED.has(errorCode(error))
        if (wasClosed && !signal.aborted) resolve(this.#request(url, headers, body, signal))
        else reject(error)
      })
      sent.on('response', (response) => {
        hasResponse = true
        readBeginning(response).then((text) => resolve(toResponse(response, text)), reject)
      })
      sent.end(body)
    })
  }
}

/** Leaving the loop closes the connection. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_RESPONSE_BYTES) break
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '')
}

function toResponse({ statusCode: status = 0, headers }: http.IncomingMessage, body: string) {
  if (status >= 200 && status < 300) return { status, body }
  return { status, body, error: `HTTP ${status}`, retryAfterSeconds: retryAfter(headers['retry-after']) }
}

const MAX_RETRY_AFTER_SECONDS = 86_400

function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) : undefined
}

/** @param secrets `whsec_` and base64; several during a rotation */
export function signWebhook(id: string, timestamp: number, body: string, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
