import { DomainError } from '@partner-accounts/core'
import { TRPCError } from '@trpc/server'
import type { FastifyBaseLogger } from 'fastify'
import { errorCode } from '../logging/error-code.ts'

const WARNING_INTERVAL_MS = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    failureLog: ReturnType<typeof createFailureLog>
  }
}

export function createFailureLog(logger: FastifyBaseLogger) {
  const warnings = new Map<string, { at: number; suppressed: number }>()

  function warn({ kind, cause }: DomainError, reqId: string): void {
    const now = performance.now()
    const last = warnings.get(kind)
    if (last && now - last.at < WARNING_INTERVAL_MS) return void last.suppressed++
    warnings.set(kind, { at: now, suppressed: 0 })
    const reported = cause === undefined ? undefined : errorCode(cause)
    logger.warn({ kind, cause: reported, suppressed: last?.suppressed, reqId }, 'service unavailable')
  }

  return {
    /** Logs the stack, but expected 503s once per kind and second. */
    write(error: unknown, status: number, requestId: string): void {
      const cause = error instanceof TRPCError ? error.cause : error
      if (status === 503 && cause instanceof DomainError) warn(cause, requestId)
      else logger.error({ err: error, reqId: requestId }, 'request failed')
    },
  }
}
