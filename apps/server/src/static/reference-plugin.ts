import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  chooseLocale,
  createExtensionDocument,
  createOpenApiDocument,
  type Locale,
  REST_BASE_PATH,
} from '@partner-accounts/api'
import { ASSETS, createReference } from '@partner-accounts/reference'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import { type Asset, createAsset } from './asset.ts'
import { PAGE_POLICY } from './page-policy.ts'

export interface ReferenceOptions {
  settings: Pick<Settings, 'publicUrl' | 'productName' | 'rateLimit' | 'tokenLifetimeSeconds' | 'help'>
}

/** Serves public routes, which are not counted. The page loads nothing from other servers. */
export function referencePlugin(app: FastifyInstance, { settings }: ReferenceOptions, done: () => void): void {
  const { publicUrl, rateLimit, tokenLifetimeSeconds, help } = settings
  const guideSettings = { baseUrl: `${publicUrl}${REST_BASE_PATH}`, rateLimit, tokenLifetimeSeconds, ...help }
  const document = once(() => JSON.stringify(createOpenApiDocument(settings)))
  const reference = once(() => createReference(document(), guideSettings))
  const serve = (url: string, content: () => Promise<Buffer> | Buffer | string, headers = {}) => {
    const file = once(async () => createAsset(path.extname(url), await content()))
    app.get(url, async (request, reply) => (await file()).send(request, reply.headers(headers)))
  }
  // Browser tools load the documents from other origins.
  const shared = { 'access-control-allow-origin': '*' }
  serve('/openapi.json', document, shared)
  serve('/events/openapi.json', () => JSON.stringify(createExtensionDocument(settings)), shared)
  serve('/docs/postman.json', () => reference().postman(), download('partner-accounts.postman.json'))
  serve('/docs/bruno.zip', () => Buffer.from(reference().bruno()), download('partner-accounts-bruno.zip'))
  for (const name of ASSETS) serve(`/docs/${name}`, assetReader(name))

  const serveInBoth = (url: string, extension: string, render: (locale: Locale) => string) => {
    const assetIn = (locale: Locale) => once(() => createAsset(extension, render(locale)))
    const assets: Record<Locale, () => Asset> = { 'pt-BR': assetIn('pt-BR'), en: assetIn('en') }
    app.get<{ Querystring: { lang?: string | string[] } }>(url, (request, reply) => {
      // The page's links are relative to a URL without a trailing slash.
      const [address = '', search] = request.url.split('?')
      if (address.endsWith('/')) return reply.redirect(`..${url}${search === undefined ? '' : `?${search}`}`, 308)
      const locale = chooseLocale([request.query.lang].flat()[0] ?? request.headers['accept-language'])
      reply.headers({ 'content-security-policy': PAGE_POLICY, 'content-language': locale, vary: 'accept-language' })
      return assets[locale]().send(request, reply)
    })
  }
  serveInBoth('/docs', '.html', (locale) => reference().page(locale))
  serveInBoth('/docs.md', '.md', (locale) => reference().markdown(locale))
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
