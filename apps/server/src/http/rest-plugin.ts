import { appRouter, type Services } from '@partner-accounts/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import type { Admit } from './admission.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { toApiContext } from './api-context.ts'
import { readJsonBody } from './json-body.ts'

export interface RestOptions {
  services: Services
  admit: Admit
}

/**
 * The specified interface: one route for each procedure of the router that has `openapi` metadata. Everything below
 * the prefix, unknown paths too, is counted and authenticated first.
 */
export function restPlugin(app: FastifyInstance, { services, admit }: RestOptions, done: () => void): void {
  const allowed = new AllowedMethods(app.prefix)

  app.addHook('onRequest', async (request, reply) => {
    request.caller = await admit(request, reply)
    // Bodies are JSON whatever their content type says: Fastify would refuse a malformed one by itself.
    if (request.raw.headers['content-type'] !== undefined) delete request.raw.headers['content-type']
  })

  forEachOpenApiProcedure(appRouter._def.procedures, ({ path, type, procedure, meta: { openapi } }) => {
    const { method } = openapi
    const url = openapi.path.replaceAll(/\{(\w+)\}/g, ':$1')
    allowed.add(url, method)
    app.route({
      method,
      url,
      handler: (request) =>
        procedure({
          path,
          type,
          ctx: toApiContext(request, services),
          // Called only once the caller is known and allowed: 401 and 403 come before anything wrong with a body.
          getRawInput: () => (type === 'mutation' ? bodyInput(request) : urlInput(request)),
          signal: undefined,
          batchIndex: 0,
        }),
    })
  })

  app.setNotFoundHandler((request, reply) => allowed.replyWithoutRoute(request, reply))
  done()
}

/** A body that is no object has none of the required fields, and is told so. */
async function bodyInput(request: FastifyRequest): Promise<object> {
  const body = await readJsonBody(request.raw)
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
}

const urlInput = ({ query, params }: FastifyRequest) => Promise.resolve({ ...(query as object), ...(params as object) })
