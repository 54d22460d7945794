import type { FastifyRequest } from 'fastify'

/** Returns the pattern of a request's route, or `unknown`. Never the path, which may contain a CPF. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
