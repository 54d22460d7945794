import { RequestError } from '@partner-accounts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from './page-policy.ts'
import { readPortalFiles } from './portal-files.ts'

export interface PortalOptions {
  /** Base of every link that the service creates. Its path precedes the portal's too. */
  publicUrl: string
}

export const PORTAL_PATH = '/portal'

/** The portal has its own fonts, and a base because links lead deep into it. */
const POLICY = pagePolicy({ 'font-src': "'self'", 'manifest-src': "'self'", 'base-uri': "'self'" })

/**
 * Serves the partner portal at `/portal`, and at `/activate`, where e-mailed links lead. It is one page for all its
 * URLs and contains no data: it loads everything from the native router, as the user who signs in.
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
    // A script or style that is missing must not be answered with the page.
    if (!file) throw new RequestError('route-not-found')
    return file.send(request, reply)
  })
}
