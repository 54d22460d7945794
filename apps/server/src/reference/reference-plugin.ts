import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { createOpenApiDocument } from '@partner-accounts/api'
import type { FastifyInstance } from 'fastify'
import { Asset } from '../http/asset.ts'
import { PAGE_POLICY } from '../http/page-policy.ts'
import { pageOf } from './page.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface ReferenceOptions {
  document: ReturnType<typeof createOpenApiDocument>
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/**
 * The OpenAPI document and a page to read it and to try it out, whole without any other server. Public, as what it
 * shows is: it belongs beside the interface, not behind its sign-in and its rate limit.
 */
export async function referencePlugin(app: FastifyInstance, { document }: ReferenceOptions): Promise<void> {
  const page = new Asset('text/html; charset=utf-8', pageOf(document.info.title))
  const files: Record<string, Asset> = {
    '/openapi.json': new Asset('application/json; charset=utf-8', JSON.stringify(document)),
    '/docs/page.js': new Asset(JAVASCRIPT, PAGE_SCRIPT),
    '/docs/page.css': new Asset(CSS, PAGE_STYLE),
    '/docs/swagger-ui-bundle.js': new Asset(JAVASCRIPT, await fromSwaggerUi('swagger-ui-bundle.js')),
    '/docs/swagger-ui.css': new Asset(CSS, await fromSwaggerUi('swagger-ui.css')),
  }
  for (const [url, file] of Object.entries(files)) {
    app.get(url, (request, reply) => file.send(request, reply))
  }

  app.get('/docs', (request, reply) => {
    // The page's links are relative to an address without a slash at its end.
    if (request.url.split('?')[0]?.endsWith('/')) return reply.redirect('../docs', 308)
    reply.header('content-security-policy', PAGE_POLICY)
    return page.send(request, reply)
  })
}

const fromSwaggerUi = (file: string) => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`))
