import type { FastifyRequest } from 'fastify'
import { proceduresOf, routeOf } from './request-head.ts'

/** Returns what log lines contain about a request. The path is not logged, because it may contain a CPF. */
export function requestFacts(request: FastifyRequest) {
  const { id: reqId, method, partnerId, rateLimitedPartnerId, caller } = request
  const procedures = proceduresOf(request)
  return {
    reqId,
    method,
    route: routeOf(request),
    procedure: procedures.length === 0 ? undefined : [...new Set(procedures)].join(','),
    partnerId: partnerId ?? rateLimitedPartnerId,
    /** Name of the internal application's key. */
    key: caller?.kind === 'internal' ? caller.name : undefined,
  }
}
