import negotiate from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/** Returns whether a browser opens the address: programs prefer JSON, or name no type. */
export const prefersHtml = ({ headers }: FastifyRequest): boolean =>
  negotiate(headers.accept ?? '', ['application/json', 'text/html']) === 'text/html'
