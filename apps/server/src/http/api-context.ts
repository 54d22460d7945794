import { type ApiContext, type Caller, chooseLocale, type Services } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'
import { clientNetwork } from './client-network.ts'

/** What the procedures are told of a request, over REST and natively alike. */
export const toApiContext = (request: FastifyRequest, services: Services, caller: Caller): ApiContext => ({
  services,
  caller,
  locale: chooseLocale(request.headers['accept-language']),
  requestId: request.id,
  origin: clientNetwork(request),
  idempotencyKey: request.headers['idempotency-key']?.toString(),
  accountSecret: request.headers['x-secret']?.toString(),
})
