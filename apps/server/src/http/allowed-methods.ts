import { RequestError } from '@partner-accounts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './error-reply.ts'

export function createAllowedMethods(prefix: string) {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  return {
    /** A trailing `{id}` matches one or more segments, `:id` at most one. */
    add(path: string, method: string, rejectsTrailingSlash = false): void {
      const segments = path.replace(/\{\w+\}$/, '.+').replace(/:\w+$/, '[^/]*')
      const pattern = new RegExp(`^${prefix}${segments}${rejectsTrailingSlash ? '' : '/?'}$`)
      const { methods } = patterns.get(path) ?? { methods: new Set(['OPTIONS']) }
      methods.add(method)
      if (method === 'GET') methods.add('HEAD')
      patterns.set(path, { pattern, methods })
    },

    /**
     * Sends 404 for an unknown path. For a known path, sends 204 to `OPTIONS` and 405 to any other method (RFC 9110,
     * 15.5.6). Must run before the body is read.
     */
    replyWithoutRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const path = request.url.replace(/\?.*$/, '')
      const methods = [...patterns.values()].find(({ pattern }) => pattern.test(path))?.methods
      if (!methods) return sendError(new RequestError('route-not-found'), request, reply)
      reply.header('allow', [...methods].sort().join(', '))
      if (request.method === 'OPTIONS') return reply.code(204).send()
      return sendError(new RequestError('method-not-allowed'), request, reply)
    },
  }
}
