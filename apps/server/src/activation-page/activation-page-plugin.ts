import { chooseLocale, type Locale, LOCALES } from '@partner-accounts/api'
import type { FastifyInstance } from 'fastify'
import { Asset } from '../http/asset.ts'
import { PAGE_POLICY } from '../http/page-policy.ts'
import { PAGE_SCRIPT, PAGE_STYLE, pageOf } from './page.ts'

/** `/activate?token=…`, where e-mailed links lead: portal users and administrators choose their password there. */
export function activationPagePlugin(app: FastifyInstance, _options: object, done: () => void): void {
  const pages = Object.fromEntries(
    LOCALES.map((locale) => [locale, new Asset('text/html; charset=utf-8', pageOf(locale))]),
  ) as Record<Locale, Asset>
  const script = new Asset('text/javascript; charset=utf-8', PAGE_SCRIPT)
  const style = new Asset('text/css; charset=utf-8', PAGE_STYLE)

  app.get('/activate', (request, reply) => {
    // The address has the token: it is told to nobody that the page might ask for anything.
    reply.headers({ 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' })
    return pages[chooseLocale(request.headers['accept-language'])].send(request, reply)
  })
  app.get('/activate/page.js', (request, reply) => script.send(request, reply))
  app.get('/activate/page.css', (request, reply) => style.send(request, reply))
  done()
}
