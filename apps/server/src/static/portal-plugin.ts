import { RequestError } from '@partner-accounts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from './page-policy.ts'
import { readPortalFiles } from './portal-files.ts'

export interface PortalOptions {
  /** Base of every link that the service hands out; its path stands before the portal's, too. */
  publicUrl: string
}

export const PORTAL_PATH = '/portal'

/** Letters of its own, and a base of its own: links lead deep into the portal. */
const POLICY = pagePolicy({ 'font-src': "'self'", 'manifest-src': "'self'", 'base-uri': "'self'" })

/**
 * The partner portal at `/portal`, and at `/activate`, where e-mailed links lead. It is one page for all its
 * addresses, which holds nothing of anybody: it asks the native router for everything, as the user who signs in.
 */
export async function portalPlugin(app: FastifyInstance, { publicUrl }: PortalOptions): Promise<void> {
  const portal = await readPortalFiles(`${new URL(publicUrl).pathname.replace(/\/$/, '')}${PORTAL_PATH}/`)
  if (!portal) {
    app.log.warn('the portal is not built, and not served: pnpm build')
    return
  }
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // The address may have an activation link's token: it is told to nobody that the page might ask for anything.
    reply.headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
    return portal.page.send(request, reply)
  }
  app.get('/activate', page)
  app.get(PORTAL_PATH, page)
  app.get(`${PORTAL_PATH}/*`, page)
  app.get<{ Params: { '*': string } }>(`${PORTAL_PATH}/assets/*`, (request, reply) => {
    const file = portal.files.get(`assets/${request.params['*']}`)
    // A page in a file's place would only be misread.
    if (!file) throw new RequestError('route-not-found')
    return file.send(request, reply)
  })
}
