import path from 'node:path'
import { RequestError } from '@partner-accounts/api'
import type { PageFiles } from '@partner-accounts/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, createAsset } from './asset.ts'
import { OtherBuilds } from './other-builds.ts'
import { BUILT_NAME, insertNames, type PageNames } from './page-names.ts'
import { APP_DIRECTIVES, pagePolicy } from './page-policy.ts'
import { type AppName, readBuild } from './read-build.ts'

export interface PagesOptions extends PageNames {
  /** Name of the app, and first segment of its paths. */
  name: AppName
  /** Further paths that serve the page. */
  otherPaths?: string[]
  /** The path of this URL precedes the paths of the app. */
  publicUrl: string
  /** The files of other builds in the database. */
  pageFiles: PageFiles
  /** The folder of the build. Default: that of the app's package. */
  folder?: string
}

export const PORTAL_PATH = '/portal'

/** Has the same name in every build (packages/ui/src/app/start.js). */
const START_SCRIPT = 'start.js'

const POLICY = pagePolicy(APP_DIRECTIVES)

/** `Cache-Control` of files whose names contain a content hash. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the same page at all URLs of the app, and the files of this build and of other builds. */
export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { name, productName, otherPaths = [], pageFiles, folder } = options
  const build = await readBuild(name, folder)
  if (!build) {
    app.log.warn(`the ${name} is not built, and not served: pnpm build`)
    return
  }
  const page = createAsset('.html', completePage(build.html, options), 'no-store')
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', POLICY)
    return page.send(request, reply)
  }
  for (const url of [...otherPaths, `/${name}`, `/${name}/*`]) app.get(url, sendPage)

  const toAsset = (file: string, content: Uint8Array) => createBuildAsset(file, content, productName)
  const assets = new Map([...build.files].map(([file, content]) => [file, toAsset(file, content)]))
  const otherBuilds = new OtherBuilds({ app: name, pageFiles, toAsset })
  app.get<{ Params: { '*': string } }>(`/${name}/assets/*`, async (request, reply) => {
    const file = request.params['*']
    const asset = assets.get(file) ?? (await otherBuilds.find(file))
    // Not the page, which other unknown paths get: a browser would load it as a script or style.
    if (!asset) throw new RequestError('route-not-found')
    return asset.send(request, reply)
  })
}

/** Sets the base, to which all URLs in the page are relative, and the names. */
function completePage(html: string, options: PagesOptions): string {
  const { name, publicUrl } = options
  const builtBase = `<base href="/${name}/" />`
  if (!html.includes(builtBase)) throw new Error(`the page of the ${name} has no ${builtBase}`)
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/${name}/`
  return insertNames(
    html.replace(builtBase, () => `<base href="${base}" />`),
    options,
  )
}

function createBuildAsset(file: string, content: Uint8Array, productName: string): Asset {
  const extension = path.extname(file)
  if (extension === '.webmanifest') {
    return createAsset(extension, nameManifest(Buffer.from(content).toString(), productName))
  }
  return createAsset(extension, content, file === START_SCRIPT ? undefined : FOREVER)
}

const nameManifest = (manifest: string, name: string) =>
  name === BUILT_NAME ? manifest : JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name })
