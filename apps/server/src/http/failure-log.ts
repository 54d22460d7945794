import { DomainError } from '@partner-accounts/core'
import { TRPCError } from '@trpc/server'
import type { FastifyBaseLogger } from 'fastify'
import { errorCode } from '../logging/error-code.ts'

const WARNING_INTERVAL_MS = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    failureLog: FailureLog
  }
}

export class FailureLog {
  readonly #logger: FastifyBaseLogger
  readonly #warnings = new Map<string, { at: number; suppressed: number }>()

  constructor(logger: FastifyBaseLogger) {
    this.#logger = logger
  }

  /** Logs the stack, but expected 503s once per kind and second. */
  write(error: unknown, status: number, requestId: string): void {
    const cause = error instanceof TRPCError ? error.cause : error
    if (status === 503 && cause instanceof DomainError) this.#warn(cause, requestId)
    else this.#logger.error({ err: error, reqId: requestId }, 'request failed')
  }

  #warn({ kind, cause }: DomainError, reqId: string): void {
    const now = performance.now()
    const last = this.#warnings.get(kind)
    if (last && now - last.at < WARNING_INTERVAL_MS) return void last.suppressed++
    this.#warnings.set(kind, { at: now, suppressed: 0 })
    const reported = cause === undefined ? undefined : errorCode(cause)
    this.#logger.warn({ kind, cause: reported, suppressed: last?.suppressed, reqId }, 'service unavailable')
  }
}
