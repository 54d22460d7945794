import type { ErrorResponse } from '@partner-accounts/api'
import { DomainError } from '@partner-accounts/core'
import { TRPCError } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { errorCode } from '../logging/error-code.ts'
import { requestFacts } from './request-facts.ts'

const WARNING_INTERVAL_MS = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    failureLog: ReturnType<typeof createFailureLog>
  }
}

export function createFailureLog(logger: Logger) {
  const warnings = new Map<string, { at: number; suppressed: number }>()

  function warn({ kind, cause }: DomainError, request: FastifyRequest): void {
    const now = performance.now()
    const last = warnings.get(kind)
    if (last && now - last.at < WARNING_INTERVAL_MS) {
      last.suppressed += 1
      return
    }
    warnings.set(kind, { at: now, suppressed: 0 })
    const causeCode = cause === undefined ? undefined : errorCode(cause)
    const facts = requestFacts(request)
    logger.warn({ kind, cause: causeCode, suppressed: last?.suppressed, ...facts }, 'service unavailable')
  }

  return {
    /** Logs failures with their stack, expected 503s once per kind and second, and rejections at level `debug`. */
    write(error: unknown, { name, status, envelope }: ErrorResponse, request: FastifyRequest): void {
      const cause = error instanceof TRPCError ? error.cause : error
      if (status === 503 && cause instanceof DomainError) return warn(cause, request)
      if (status >= 500) return logger.error({ err: error, ...requestFacts(request) }, 'request failed')
      if (!logger.isLevelEnabled('debug')) return
      const { message } = envelope._error
      const fields = typeof message === 'object' ? Object.keys(message) : undefined
      logger.debug({ ...requestFacts(request), status, error: name, fields }, 'request rejected')
    },
  }
}
