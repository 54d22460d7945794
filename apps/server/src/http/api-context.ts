import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import { DomainError, LIMITS } from '@partner-accounts/core'
import type { FastifyRequest } from 'fastify'
import { ANONYMOUS } from '../authentication/authenticator.ts'
import { asUtf8, singleHeader } from './single-header.ts'
import { clientNetwork } from './client-address.ts'

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

export function toApiContext(request: FastifyRequest, services: Services): ApiContext {
  const { headers, caller = ANONYMOUS } = request
  return {
    services,
    caller,
    locale: chooseLocale(headers['accept-language']),
    requestId: request.id,
    network: clientNetwork(request),
    idempotencyKey: asUtf8(singleHeader(request, 'idempotency-key')),
    accountSecret: singleHeader(request, 'x-secret'),
  }
}

export const userAgentOf = ({ headers }: FastifyRequest): string =>
  headers['user-agent']?.slice(0, LIMITS.userAgentLength) ?? ''

/**
 * Timeout of all work for a request: permission checks, use case and database. The database's own timeouts apply to single
 * waits, and a request may wait several times.
 */
const WORK_TIMEOUT_MS = 4_500

/** The time that remains for the work of a request. Reading its body does not count. */
export class WorkBudget {
  #remainingMs = WORK_TIMEOUT_MS
  #isOver = false

  /** Whether the time ran out before the work was done. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Deducts the duration of work that has its own timeouts. */
  async measure<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await work
    this.#remainingMs -= performance.now() - startedAt
    return result
  }

  /**
   * Waits for the work, but not longer than the remaining time. The result of late work is ignored.
   *
   * @throws `storage-unavailable` when no time remains
   */
  spend<T>(work: Promise<T>): Promise<T> {
    // With `Promise.race`, this would take a tenth of a request's CPU time.
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#isOver = true
        reject(
          new DomainError('storage-unavailable', {
            cause: Object.assign(new Error('the work took too long'), { code: 'WORK_TIMEOUT' }),
          }),
        )
      }, this.#remainingMs)
      void work.then(resolve, reject).then(() => clearTimeout(timer))
    })
  }
}
