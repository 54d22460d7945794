import { RequestError } from '@partner-accounts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from './page-policy.ts'
import { readPortalFiles } from './portal-files.ts'

export interface PortalOptions {
  /** The base of every link that the service creates. Its path also precedes the portal's. */
  publicUrl: string
}

export const PORTAL_PATH = '/portal'

/** Allows the portal's own fonts, and the base URL that its nested paths require. */
const POLICY = pagePolicy({ 'font-src': "'self'", 'manifest-src': "'self'", 'base-uri': "'self'" })

/**
 * Serves the partner portal at `/portal`, and at `/activate`, where e-mailed links lead. All its URLs serve
 * the same page without data. The page loads its data from the native router with the user's token.
 */
export async function portalPlugin(app: FastifyInstance, { publicUrl }: PortalOptions): Promise<void> {
  const portal = await readPortalFiles(`${new URL(publicUrl).pathname.replace(/\/$/, '')}${PORTAL_PATH}/`)
  if (!portal) {
    app.log.warn('the portal is not built, and not served: pnpm build')
    return
  }
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // The URL may contain the token of an activation link, which no other server may see.
    reply.headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
    return portal.page.send(request, reply)
  }
  app.get('/activate', page)
  app.get(PORTAL_PATH, page)
  app.get(`${PORTAL_PATH}/*`, page)
  app.get<{ Params: { '*': string } }>(`${PORTAL_PATH}/assets/*`, (request, reply) => {
    const file = portal.files.get(`assets/${request.params['*']}`)
    // A missing script or style must get a 404, not the page.
    if (!file) throw new RequestError('route-not-found')
    return file.send(request, reply)
  })
}
