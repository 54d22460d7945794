import { RequestError, REST_BASE_PATH } from '@partner-accounts/api'
import type { FastifyInstance } from 'fastify'
import { prefersHtml } from '../http/prefers-html.ts'
import { PORTAL_PATH } from './pages-plugin.ts'

/** Serves the addresses that browsers and programs try on any site, such as `/llms.txt` (llmstxt.org). */
export function rootPlugin(app: FastifyInstance, { publicUrl }: { publicUrl: string }, done: () => void): void {
  const api = `${publicUrl}${REST_BASE_PATH}`
  const links = {
    interface: api,
    document: `${api}/openapi.json`,
    documentFor30: `${api}/openapi-3.0.json`,
    documentOfEvents: `${api}/events/openapi.json`,
    reference: `${api}/docs`,
  }
  app.get('/', (request, reply) => {
    // The router also matches `//`, because it ignores trailing slashes.
    if (request.url.startsWith('//')) throw new RequestError('route-not-found')
    reply.header('vary', 'accept')
    return prefersHtml(request) ? reply.redirect(`${publicUrl}${PORTAL_PATH}`) : reply.send(links)
  })
  // Password managers open this address to change a password (w3c.github.io/webappsec-change-password-url).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(`${publicUrl}${PORTAL_PATH}/profile`))
  app.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`# Partner Accounts API

> Partners create accounts for their customers and read them: four operations, JSON over HTTPS.

- [Reference](${api}/docs.md?lang=en): guides, operations, fields, errors
- [Referência](${api}/docs.md?lang=pt-BR): o mesmo em português
- [OpenAPI 3.1](${api}/openapi.json): the same for generators of clients
- [OpenAPI 3.0](${api}/openapi-3.0.json): for tools that cannot read 3.1
- [OpenAPI 3.1 of events](${api}/events/openapi.json): \`GET /events\`, an extension
`),
  )
  done()
}
