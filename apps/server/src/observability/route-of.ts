import type { FastifyRequest } from 'fastify'

/** The pattern of a request's route, one word for all that have none. Never the path, which may hold somebody's CPF. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
