import path from 'node:path'
import { chooseLocale, type Locale, REST_BASE_PATH } from '@partner-accounts/api'
import { assetReader, ASSETS, createReference, type GuideSettings, VIEW_IDS } from '@partner-accounts/reference'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIObject } from '@partner-accounts/api/openapi'
import type { Settings } from '../settings/settings.ts'
import { type Asset, createAsset } from './asset.ts'
import { type PackedSdk, sdkToInstall } from './packed-sdk.ts'
import { PAGE_POLICY } from './page-policy.ts'

export interface ReferenceOptions {
  settings: Pick<Settings, 'publicUrl' | 'productName' | 'rateLimit' | 'tokenLifetimeSeconds' | 'help' | 'sdkSource'>
  /** Reads the sign-in data of the demo user, which the commands on the page contain. */
  readDemo?: () => Promise<GuideSettings['demo']>
  packedSdk?: PackedSdk | undefined
}

/** Serves the reference, without authentication or rate limit. Its pages load nothing from other servers. */
export function referencePlugin(app: FastifyInstance, options: ReferenceOptions, done: () => void): void {
  const { settings, packedSdk, readDemo } = options
  const { publicUrl, rateLimit, tokenLifetimeSeconds, help } = settings
  const sdk = sdkToInstall(settings, packedSdk)
  const guideSettings = { baseUrl: `${publicUrl}${REST_BASE_PATH}`, rateLimit, tokenLifetimeSeconds, sdk, ...help }
  // Loaded by the first request for a document, because loading takes a tenth of the start's CPU time.
  const loadGenerator = () => import('@partner-accounts/api/openapi')
  const document = once(async () => JSON.stringify((await loadGenerator()).createOpenApiDocument(settings)))
  const events = once(async () => JSON.stringify((await loadGenerator()).createExtensionDocument(settings)))
  const convertTo30 = (read: () => Promise<string>) => async () =>
    JSON.stringify((await loadGenerator()).toOpenApi30(JSON.parse(await read()) as OpenAPIObject))
  const reference = once(async () =>
    createReference(await document(), { ...guideSettings, demo: await readDemo?.() }, await events()),
  )
  const serve = (url: string, content: () => Promise<Buffer | string>, headers = {}) => {
    const file = once(async () => createAsset(path.extname(url), await content()))
    app.get(url, async (request, reply) => (await file()).send(request, reply.headers(headers)))
  }
  // Browser tools load the documents from other origins.
  const shared = { 'access-control-allow-origin': '*' }
  serve('/openapi.json', document, shared)
  serve('/openapi-3.0.json', convertTo30(document), shared)
  serve('/events/openapi.json', events, shared)
  serve('/events/openapi-3.0.json', convertTo30(events), shared)
  serve('/docs/postman.json', async () => (await reference()).postman(), download('partner-accounts.postman.json'))
  serve('/docs/bruno.zip', async () => Buffer.from((await reference()).bruno()), download('partner-accounts-bruno.zip'))
  for (const name of ASSETS) serve(`/docs/${name}`, assetReader(name))

  const serveInBothLanguages = (url: string, extension: string, render: (locale: Locale) => Promise<string>) => {
    const assetIn = (locale: Locale) => once(async () => createAsset(extension, await render(locale)))
    const assets: Record<Locale, () => Promise<Asset>> = { 'pt-BR': assetIn('pt-BR'), en: assetIn('en') }
    app.get<{ Querystring: { lang?: string | string[] } }>(url, async (request, reply) => {
      // Links of pages are relative to a URL without a trailing slash.
      const [address = '', search] = request.url.split('?')
      if (address.endsWith('/')) {
        const query = search === undefined ? '' : `?${search}`
        return reply.redirect(`../${path.basename(url)}${query}`, 308)
      }
      // The value of a repeated parameter is a list, whose first item is used.
      const [language] = [request.query.lang].flat()
      const locale = chooseLocale(language ?? request.headers['accept-language'])
      reply.headers({ 'content-security-policy': PAGE_POLICY, 'content-language': locale, vary: 'accept-language' })
      return (await assets[locale]()).send(request, reply)
    })
  }
  serveInBothLanguages('/docs', '.html', async (locale) => (await reference()).overview(locale))
  for (const id of VIEW_IDS)
    serveInBothLanguages(`/docs/${id}`, '.html', async (locale) => (await reference()).view(id, locale))
  serveInBothLanguages('/docs/search.json', '.json', async (locale) => (await reference()).search(locale))
  serveInBothLanguages('/docs/changelog.atom', '.atom', async (locale) => (await reference()).changes(locale))
  serveInBothLanguages('/docs.md', '.md', async (locale) => (await reference()).markdown(locale))
  done()
}

const download = (file: string) => ({ 'content-disposition': `attachment; filename="${file}"` })

/** Returns a function that creates a value with its first call, and returns the same value with every call. */
function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
