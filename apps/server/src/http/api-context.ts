import { isIP, isIPv4 } from 'node:net'
import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import { DomainError, LIMITS } from '@partner-accounts/core'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** Also set for rejected requests. */
    partnerId: string | undefined
    userId: string | undefined
    errorCode: number | undefined
    errorFields: readonly string[] | undefined
    work: WorkBudget
  }
}

const ANONYMOUS: Caller = { kind: 'anonymous' }

export function toApiContext(request: FastifyRequest, services: Services): ApiContext {
  const { headers, caller = ANONYMOUS } = request
  return {
    services,
    caller,
    locale: chooseLocale(headers['accept-language']),
    requestId: request.id,
    origin: clientNetwork(request),
    idempotencyKey: headers['idempotency-key']?.toString(),
    accountSecret: headers['x-secret']?.toString(),
  }
}

/** Providers assign at least a /64 per client. */
const IPV6_PREFIX_GROUPS = 4

/** Returns an IPv4 address or IPv6 /64; the proxy's if a trusted proxy forwards anything else. */
export function clientNetwork({ ip, socket }: FastifyRequest): string {
  if (isIPv4(ip)) return ip
  // Each accepts texts that the other rejects, such as `::1%a-b` and `0x7f.1`.
  const isAddress = isIP(ip) !== 0 && ipaddr.isValid(ip)
  const address = isAddress ? ip : (socket.remoteAddress ?? '0.0.0.0')
  // Converts IPv4 written as IPv6 (::ffff:…).
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

export const userAgentOf = ({ headers }: FastifyRequest): string =>
  headers['user-agent']?.slice(0, LIMITS.userAgentLength) ?? ''

/**
 * For permissions, use case and database. The database's timeouts apply to single waits, of which a request may have
 * several.
 */
const WORK_TIMEOUT_MS = 4_500

/** Excludes reading the request's body. */
export class WorkBudget {
  #remainingMs = WORK_TIMEOUT_MS

  /** Deducts the duration of work with own timeouts. */
  async measure<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await work
    this.#remainingMs -= performance.now() - startedAt
    return result
  }

  /**
   * Ignores the result of late work.
   *
   * @throws `storage-unavailable` when no time remains
   */
  spend<T>(work: Promise<T>): Promise<T> {
    // `Promise.race` and its timer take a tenth of a request's CPU time.
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new DomainError('storage-unavailable', { cause: new Error('the work took too long') }))
      }, this.#remainingMs)
      void work.then(resolve, reject).then(() => clearTimeout(timer))
    })
  }
}
