import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { createOpenApiDocument } from '@partner-accounts/api'
import type { FastifyInstance } from 'fastify'
import { Asset } from './asset.ts'
import { PAGE_POLICY } from './page-policy.ts'
import { pageOf } from './reference-page.ts'
import { PAGE_SCRIPT } from './reference-page-script.ts'
import { PAGE_STYLE } from './reference-page-style.ts'

export interface ReferenceOptions {
  createDocument: () => ReturnType<typeof createOpenApiDocument>
}

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/**
 * Serves the OpenAPI document and a page to browse it and send requests. The page loads nothing from other servers. Both are public: they
 * are outside of the interface's authentication and rate limit.
 */
export function referencePlugin(app: FastifyInstance, { createDocument }: ReferenceOptions, done: () => void): void {
  const document = once(createDocument)
  const serve = (url: string, type: string, content: () => Promise<Buffer> | string, headers = {}) => {
    const file = once(async () => new Asset(type, await content()))
    app.get(url, async (request, reply) => (await file()).send(request, reply.headers(headers)))
  }
  // Tools in browsers load the document from other origins. Nothing else that the service serves is shared like this.
  serve('/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(document()), {
    'access-control-allow-origin': '*',
  })
  serve('/docs/page.js', JAVASCRIPT, () => PAGE_SCRIPT)
  serve('/docs/page.css', CSS, () => PAGE_STYLE)
  serve('/docs/swagger-ui-bundle.js', JAVASCRIPT, swaggerUi('swagger-ui-bundle.js'))
  serve('/docs/swagger-ui.css', CSS, swaggerUi('swagger-ui.css'))

  const page = once(() => new Asset('text/html; charset=utf-8', pageOf(document().info.title)))
  app.get('/docs', (request, reply) => {
    // The page's links are relative to a URL without a trailing slash.
    if (request.url.split('?')[0]?.endsWith('/')) return reply.redirect('../docs', 308)
    reply.header('content-security-policy', PAGE_POLICY)
    return page().send(request, reply)
  })
  done()
}

function swaggerUi(file: string): () => Promise<Buffer> {
  // Resolved at the start, so that a missing package fails then.
  const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`)
  return () => readFile(path)
}

/** Calls `make` at the first use, because most instances never serve the reference. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
