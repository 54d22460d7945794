import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'
import { clientNetwork } from './client-network.ts'
import type { WorkBudget } from './work-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the request is admitted. */
    caller: Caller | undefined
    /** The partner of a valid token, also if the request is rejected. */
    partnerId: string | undefined
    /** The `_code` of the response, if it is an error with a code. */
    errorCode: number | undefined
    /** The time for the work of the request. */
    work: WorkBudget
  }
}

const ANONYMOUS: Caller = { kind: 'anonymous' }

/** Returns the data of a request that procedures receive, over REST and native tRPC. */
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
