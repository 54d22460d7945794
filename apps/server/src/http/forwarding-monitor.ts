import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createProxyTrust, readForwardedAddress } from './client-address.ts'

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const
/** Longer addresses are cut in the log. */
const MAX_LOGGED_LENGTH = 60

const PROBLEMS = {
  untrusted:
    'requests are forwarded, but TRUSTED_PROXIES is unset: all clients of a proxy count as one (reported once)',
  unlisted:
    'requests are forwarded from an address that TRUSTED_PROXIES does not contain: if it is a proxy, all its clients count as one (reported once)',
  otherHeader:
    'a trusted proxy forwards no X-Forwarded-For, the only header that is read: all its clients count as the proxy (reported once)',
  unreadable:
    'a trusted proxy forwards a client address that cannot be read: such clients count as the proxy (reported once)',
}

interface Observation {
  problem: keyof typeof PROBLEMS
  details: Record<string, string | undefined>
}

type Request = Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>

/**
 * Detects that clients' addresses are lost at a proxy, so that all clients count as one. Logs each cause once per
 * process: anyone can send these headers, and a misconfigured proxy adds them to every request.
 */
export class ForwardingMonitor {
  readonly #logger: Pick<Logger, 'warn'>
  /** `undefined` if `TRUSTED_PROXIES` is unset. */
  readonly #trusts: ((address: string) => boolean) | undefined
  readonly #reported = new Set<Observation['problem']>()

  constructor(logger: Pick<Logger, 'warn'>, trustedProxies: readonly string[]) {
    this.#logger = logger
    this.#trusts = trustedProxies.length > 0 ? createProxyTrust(trustedProxies) : undefined
  }

  /** Whether requests were forwarded although `TRUSTED_PROXIES` is unset. */
  get hasUntrustedForwarding(): boolean {
    return this.#reported.has('untrusted')
  }

  observe(request: Request): void {
    const header = FORWARDING_HEADERS.find((name) => request.headers[name] !== undefined)
    if (header === undefined) return
    const observed = this.#problemOf(request, header)
    if (observed === undefined || this.#reported.has(observed.problem)) return
    this.#reported.add(observed.problem)
    this.#logger.warn(observed.details, PROBLEMS[observed.problem])
  }

  #problemOf({ ip, socket }: Request, header: string): Observation | undefined {
    const { remoteAddress: proxy } = socket
    if (this.#trusts === undefined) return { problem: 'untrusted', details: { header, proxy } }
    // In-process calls have no address.
    if (proxy !== undefined && !this.#trusts(proxy)) return { problem: 'unlisted', details: { header, proxy } }
    if (header !== 'x-forwarded-for') return { problem: 'otherHeader', details: { header, proxy } }
    if (readForwardedAddress(ip) !== undefined) return undefined
    return { problem: 'unreadable', details: { forwarded: ip.slice(0, MAX_LOGGED_LENGTH) } }
  }
}
