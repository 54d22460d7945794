import { RequestError } from '@partner-accounts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PagesName, readPageFiles } from './page-files.ts'
import { pagePolicy } from './page-policy.ts'

export interface PagesOptions {
  name: PagesName
  /** Also serve the page. */
  otherPaths?: string[]
  /** Its path precedes the app's. */
  publicUrl: string
  productName: string
}

export const PORTAL_PATH = '/portal'

/** Permits the app's fonts, and the base URL of its nested paths. */
const POLICY = pagePolicy({ 'font-src': "'self'", 'manifest-src': "'self'", 'base-uri': "'self'" })

/** Serves the same page at all URLs. */
export async function pagesPlugin(
  app: FastifyInstance,
  { name, otherPaths = [], publicUrl, productName }: PagesOptions,
): Promise<void> {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/${name}/`
  const pages = await readPageFiles(name, { base, productName })
  if (!pages) {
    app.log.warn(`the ${name} is not built, and not served: pnpm build`)
    return
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    // URLs may contain a link's token.
    reply.headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
    return pages.page.send(request, reply)
  }
  for (const url of [...otherPaths, `/${name}`, `/${name}/*`]) app.get(url, sendPage)
  app.get<{ Params: { '*': string } }>(`/${name}/assets/*`, (request, reply) => {
    const asset = pages.assets.get(request.params['*'])
    // 404, not the page.
    if (!asset) throw new RequestError('route-not-found')
    return asset.send(request, reply)
  })
}
