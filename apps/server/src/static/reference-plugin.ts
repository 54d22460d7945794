import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chooseLocale, type createOpenApiDocument, type Locale } from '@partner-accounts/api'
import { ASSETS, createReference, type GuideSettings } from '@partner-accounts/reference'
import type { FastifyInstance } from 'fastify'
import { type Asset, createAsset } from './asset.ts'
import { PAGE_POLICY } from './page-policy.ts'

export interface ReferenceOptions {
  createDocuments: Record<'/openapi.json' | '/events/openapi.json', () => ReturnType<typeof createOpenApiDocument>>
  settings: GuideSettings
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.zip': 'application/zip',
  '.md': 'text/markdown; charset=utf-8',
}
const HTML = 'text/html; charset=utf-8'

/** Serves public routes, which are not counted. The page loads nothing from other servers. */
export function referencePlugin(
  app: FastifyInstance,
  { createDocuments, settings }: ReferenceOptions,
  done: () => void,
): void {
  const document = once(() => JSON.stringify(createDocuments['/openapi.json']()))
  const reference = once(() => createReference(document(), settings))
  const serve = (url: string, content: () => Promise<Buffer> | Buffer | string, headers = {}) => {
    const file = once(async () => createAsset(TYPES[path.extname(url)]!, await content()))
    app.get(url, async (request, reply) => (await file()).send(request, reply.headers(headers)))
  }
  // Browser tools load the documents from other origins.
  const shared = { 'access-control-allow-origin': '*' }
  serve('/openapi.json', document, shared)
  serve('/events/openapi.json', () => JSON.stringify(createDocuments['/events/openapi.json']()), shared)
  serve('/docs/postman.json', () => reference().postman(), download('partner-accounts.postman.json'))
  serve('/docs/bruno.zip', () => Buffer.from(reference().bruno()), download('partner-accounts-bruno.zip'))
  for (const name of ASSETS) serve(`/docs/${name}`, assetReader(name))

  const inBoth = (render: (locale: Locale) => Asset): Record<Locale, () => Asset> => ({
    'pt-BR': once(() => render('pt-BR')),
    en: once(() => render('en')),
  })
  const serveInBoth = (url: string, assets: Record<Locale, () => Asset>) =>
    app.get<{ Querystring: { lang?: string | string[] } }>(url, (request, reply) => {
      // The page's links are relative to a URL without a trailing slash.
      const [address = '', search] = request.url.split('?')
      if (address.endsWith('/')) return reply.redirect(`..${url}${search === undefined ? '' : `?${search}`}`, 308)
      const locale = chooseLocale([request.query.lang].flat()[0] ?? request.headers['accept-language'])
      reply.headers({ 'content-security-policy': PAGE_POLICY, 'content-language': locale, vary: 'accept-language' })
      return assets[locale]().send(request, reply)
    })
  serveInBoth(
    '/docs',
    inBoth((locale) => createAsset(HTML, reference().page(locale))),
  )
  serveInBoth(
    '/docs.md',
    inBoth((locale) => createAsset(TYPES['.md']!, reference().markdown(locale))),
  )
  done()
}

const download = (file: string) => ({ 'content-disposition': `attachment; filename="${file}"` })

function assetReader(name: string): () => Promise<Buffer> {
  // Fails at the start if a file is missing.
  const file = createRequire(import.meta.url).resolve(`@partner-accounts/reference/assets/${name}`)
  return () => readFile(file)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
