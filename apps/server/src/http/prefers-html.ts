import negotiate from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/**
 * Returns whether the client prefers HTML to JSON, as browsers do. Programs prefer JSON, or send no `Accept` header.
 */
export const prefersHtml = ({ headers }: FastifyRequest): boolean =>
  negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html'
