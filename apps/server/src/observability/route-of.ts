import type { FastifyRequest } from 'fastify'

/** Returns the route's pattern or `unknown`, because the path may contain a CPF. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
