import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { RequestError } from '@partner-accounts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, createAsset } from './asset.ts'
import { BUILT_NAME, insertNames, type PageNames } from './page-names.ts'
import { APP_DIRECTIVES, pagePolicy } from './page-policy.ts'

export interface PagesOptions extends PageNames {
  /** Of the app, and of the path below which it is served. */
  name: 'portal' | 'console'
  /** Also serve the page. */
  otherPaths?: string[]
  /** Its path precedes the app's. */
  publicUrl: string
}

export const PORTAL_PATH = '/portal'

/** Has the same name in every build (packages/ui/src/app/start.js). */
const START_SCRIPT = 'start.js'

const POLICY = pagePolicy(APP_DIRECTIVES)

/** Of files whose names contain a content hash. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the same page at all URLs. */
export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { name, otherPaths = [] } = options
  const pages = await readPages(options)
  if (!pages) {
    app.log.warn(`the ${name} is not built, and not served: pnpm build`)
    return
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', POLICY)
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

/** Reads a built app; `undefined` if not built, as in tests from sources. */
async function readPages(options: PagesOptions) {
  const { name, publicUrl, productName } = options

  const folder = buildFolder(name)
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ifMissing)
  if (html === undefined) return undefined
  const builtBase = `<base href="/${name}/" />`
  if (!html.includes(builtBase)) throw new Error(`the page of the ${name} has no ${builtBase}`)
  // URLs in the page are relative to it.
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/${name}/`
  const files = await readdir(path.join(folder, 'assets'))
  const assets = await Promise.all(
    files.map(async (file): Promise<[string, Asset]> => {
      const content = await readFile(path.join(folder, 'assets', file))
      const extension = path.extname(file)
      const asset =
        extension === '.webmanifest'
          ? createAsset(extension, nameManifest(content.toString(), productName))
          : createAsset(extension, content, file === START_SCRIPT ? undefined : FOREVER)
      return [file, asset]
    }),
  )
  const content = insertNames(html.replace(builtBase, `<base href="${base}" />`), options)
  const page = createAsset('.html', content, 'no-store')
  return { page, assets: new Map(assets) }
}

const nameManifest = (manifest: string, name: string) =>
  name === BUILT_NAME ? manifest : JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name })

/** Valid from sources and from a build. */
const buildFolder = (name: PagesOptions['name']) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`@partner-accounts/${name}/package.json`)), 'dist')

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
