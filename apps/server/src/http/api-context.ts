import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'
import { clientNetwork } from './client-network.ts'
import type { WorkBudget } from './work-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The partner of a valid token, also for a rejected request. */
    partnerId: string | undefined
    errorCode: number | undefined
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
    limitTime: (call) => request.work.spend(call),
  }
}
