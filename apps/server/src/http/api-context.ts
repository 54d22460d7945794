import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'
import { clientNetwork } from './client-network.ts'
import type { WorkBudget } from './work-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is admitted. */
    caller: Caller | undefined
    /** The time for the work of a request to the specified interface. */
    work: WorkBudget
  }
}

const ANONYMOUS: Caller = { kind: 'anonymous' }

/** Returns what the procedures learn of a request, over REST and natively alike. */
export const toApiContext = (request: FastifyRequest, services: Services): ApiContext => ({
  services,
  caller: request.caller ?? ANONYMOUS,
  locale: chooseLocale(request.headers['accept-language']),
  requestId: request.id,
  origin: clientNetwork(request),
  idempotencyKey: request.headers['idempotency-key']?.toString(),
  accountSecret: request.headers['x-secret']?.toString(),
})
