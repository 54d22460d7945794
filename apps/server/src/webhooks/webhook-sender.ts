import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { LIMITS, type WebhookUrlError } from '@partner-accounts/core'
import { errorCode } from '../logging/error-code.ts'
import { NameLookupError, NameResolver } from './name-resolver.ts'
import { createCheckedLookup, createNotAllowedError, isLoopbackAddress, isPublicAddress } from './public-addresses.ts'
import { ProxyError, TunnelAgent, type TunnelOptions } from './tunnel-agent.ts'

const TIMEOUT_MS = 5_000
/** After this time, the next address of the server is tried. */
const ATTEMPT_TIMEOUT_MS = 2_000
const MAX_RESPONSE_BYTES = LIMITS.webhooks.responseBytes
/** Short, because an idle connection may lead to an endpoint that was deleted. */
const IDLE_CONNECTION_TIMEOUT_MS = 15_000
const MAX_IDLE_CONNECTIONS_PER_HOST = 4
const SWITCHING_PROTOCOLS = 101
/** Error codes of a connection that the server has closed. */
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE'])

export interface WebhookResponse {
  /** Absent without a response. */
  status?: number
  /** The beginning of the response. */
  body?: string
  durationMs: number
  /** Absent for a status of 200 to 299. */
  error?: string
  /** Whether the cause is the service's proxy or name server, so that the endpoint is not failing. */
  isInternal?: boolean
  retryAfterSeconds?: number | undefined
}

export interface WebhookUrlPolicy {
  ports: readonly number[]
  /** Permits URLs of this machine, with `http://` and any port. Set only outside production. */
  allowLoopback: boolean
}

/**
 * Returns the first reason why an endpoint cannot have this URL, or `undefined`. Does not check the addresses of a name,
 * because the sender checks them when it connects.
 */
export function findWebhookUrlError(
  text: string,
  { ports, allowLoopback }: WebhookUrlPolicy,
): WebhookUrlError | undefined {
  // `URL` removes line breaks and encodes invisible characters, so the endpoint would have another path.
  if (/[\s\p{C}]/u.test(text)) return 'characters'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'malformed'
  if (url.username !== '' || url.password !== '') return 'credentials'
  // A fragment is never sent, so it is probably a mistake.
  if (text.includes('#')) return 'fragment'
  const host = hostOf(url)
  if (allowLoopback && (host === 'localhost' || isLoopbackAddress(host))) return undefined
  if (url.protocol !== 'https:') return 'scheme'
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'address'
  if (isIP(host) === 0 && isPrivateName(host)) return 'host'
  return ports.includes(Number(url.port || 443)) ? undefined : 'port'
}

/** Returns whether a name belongs to a local network. */
const isPrivateName = (host: string): boolean => {
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name)
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export interface WebhookSenderOptions extends WebhookUrlPolicy {
  /** Additional CA certificates, in PEM. */
  ca?: string | undefined
  /** An HTTP proxy for `https://` URLs. */
  proxyUrl?: string | undefined
  timeoutMs?: number
  idleTimeoutMs?: number
  resolver?: Pick<NameResolver, 'resolve'>
}

/** The URL to send to. Lookups of names are limited per partner. */
export interface WebhookTarget {
  url: string
  partnerId: string
}

interface WebhookRequest {
  url: URL
  partnerId: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/** Sends requests to URLs that partners chose. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions
  readonly #timeoutMs: number
  readonly #resolver: Pick<NameResolver, 'resolve'>
  readonly #https: https.Agent
  readonly #http: http.Agent

  constructor(options: WebhookSenderOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#resolver = options.resolver ?? new NameResolver()
    const { ca, proxyUrl } = options
    const pool = {
      keepAlive: true,
      timeout: options.idleTimeoutMs ?? IDLE_CONNECTION_TIMEOUT_MS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS_PER_HOST,
    }
    const tls = { ...pool, ...(ca !== undefined && { ca }) }
    this.#http = new http.Agent(pool)
    this.#https = proxyUrl === undefined ? new https.Agent(tls) : new TunnelAgent(tls, proxyUrl)
  }

  /**
   * Never rejects, and follows no redirect. The timeout is for the whole exchange, whatever the socket does: responses
   * may arrive byte by byte, change the protocol, or never begin.
   */
  async post(
    { url, partnerId }: WebhookTarget,
    headers: Record<string, string>,
    body: string,
  ): Promise<WebhookResponse> {
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), this.#timeoutMs)
    const { signal } = timeout
    try {
      const exchange = this.#request({ url: new URL(url), partnerId, headers, body, signal })
      const response = await Promise.race([exchange, rejectOnAbort(signal)])
      return { ...response, durationMs: elapsedMs() }
    } catch (error) {
      const failure = signal.aborted ? { error: 'timeout' } : describeFailure(error)
      return { ...failure, durationMs: elapsedMs() }
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#https.destroy()
    this.#http.destroy()
  }

  readonly #isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (this.#options.allowLoopback && isLoopbackAddress(address))

  #request(webhookRequest: WebhookRequest): Promise<Omit<WebhookResponse, 'durationMs'>> {
    const { url, partnerId, headers, body, signal } = webhookRequest
    if (findWebhookUrlError(url.href, this.#options)) throw createNotAllowedError()
    const isTls = url.protocol === 'https:'
    const { request } = isTls ? https : http
    return new Promise((resolve, reject) => {
      const options: TunnelOptions = {
        method: 'POST',
        agent: isTls ? this.#https : this.#http,
        lookup: createCheckedLookup(this.#isAllowed, (name) => this.#resolver.resolve(name, partnerId, signal)),
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        },
        signal,
        // Node's default of 250 ms is too short for distant servers with IPv4 and IPv6 addresses.
        autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
        // A TunnelAgent does not receive `signal`, because Node keeps it for the request.
        tunnelSignal: signal,
      }
      const outgoing = request(url, options)
      let hasResponse = false
      outgoing.on('error', (error) => {
        // The server may close an idle connection just when it is reused, so the request is sent again. Receivers
        // recognize duplicates by the id of the event.
        const wasClosed = outgoing.reusedSocket && !hasResponse && CLOSED_CODES.has(errorCode(error))
        if (wasClosed && !signal.aborted) resolve(this.#request(webhookRequest))
        else reject(error)
      })
      const endSwitchedProtocol = (response: http.IncomingMessage, socket: Duplex) => {
        socket.destroy()
        resolve(toResponse(response, '', url))
      }
      outgoing.on('response', (response) => {
        hasResponse = true
        // Node reports a 101 without an `Upgrade` header as a response.
        if (response.statusCode === SWITCHING_PROTOCOLS) return endSwitchedProtocol(response, response.socket)
        readBeginning(response).then((text) => resolve(toResponse(response, text, url)), reject)
      })
      // Without this listener, a response that changes the protocol is neither a response nor an error.
      outgoing.on('upgrade', endSwitchedProtocol)
      outgoing.end(body)
    })
  }
}

function describeFailure(error: unknown): Pick<WebhookResponse, 'error' | 'isInternal'> {
  if (error instanceof ProxyError) return { error: error.message, isInternal: true }
  if (error instanceof NameLookupError && error.isInternal) return { error: `dns: ${error.code}`, isInternal: true }
  return { error: errorCode(error) }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

/**
 * Returns the beginning of a response's body, at most `MAX_RESPONSE_BYTES` in UTF-8. Closes the connection when it stops
 * reading at this limit.
 */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_RESPONSE_BYTES) break
  }
  // PostgreSQL cannot store NUL.
  const text = Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '')
  // Cuts again, because each invalid byte became U+FFFD, which has three bytes. With `stream`, the decoder omits a character
  // that this cut splits.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_RESPONSE_BYTES), { stream: true })
}

function toResponse({ statusCode: status = 0, headers }: http.IncomingMessage, body: string, url: URL) {
  if (status >= 200 && status < 300) return { status, body }
  return {
    status,
    body,
    error: `HTTP ${status}${redirectIn(headers.location, url)}`,
    retryAfterSeconds: retryAfter(headers['retry-after']),
  }
}

const MAX_TARGET_LENGTH = 200

/** Describes the target of a redirect. Redirects are not followed, so the partner has to enter the target. */
function redirectIn(location: string | undefined, base: URL): string {
  if (location === undefined) return ''
  const target = URL.canParse(location, base.href) ? new URL(location, base).href : location
  return `, redirects to ${target.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, MAX_TARGET_LENGTH)}`
}

const MAX_RETRY_AFTER_SECONDS = 86_400

function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) : undefined
}

/** @param secrets `whsec_` followed by base64. There are several during a rotation. */
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
