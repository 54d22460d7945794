import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Asset } from './asset.ts'

/** The built portal: its page and the files that the page loads. */
export interface PortalFiles {
  page: Asset
  /** By path, relative to the portal's URL. */
  files: ReadonlyMap<string, Asset>
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** File names contain a hash of the content, so a file never changes. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The page's base URL. Every URL in the page is relative to it. */
const BASE = '<base href="/portal/" />'

/**
 * Reads the built portal.
 *
 * @param base the path of the portal as browsers see it, with a slash at both ends
 * @returns `undefined` if the portal is not built, as in tests from sources
 */
export async function readPortalFiles(base: string): Promise<PortalFiles | undefined> {
  const folder = portalFolder()
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ifMissing)
  if (html === undefined) return undefined
  if (!html.includes(BASE)) throw new Error(`the portal's page has no ${BASE}`)
  const names = await readdir(path.join(folder, 'assets'))
  const files = await Promise.all(
    names.map(async (name): Promise<[string, Asset]> => {
      const content = await readFile(path.join(folder, 'assets', name))
      return [`assets/${name}`, new Asset(TYPES[path.extname(name)] ?? 'application/octet-stream', content, FOREVER)]
    }),
  )
  const page = new Asset('text/html; charset=utf-8', html.replace(BASE, `<base href="${base}" />`), 'no-store')
  return { page, files: new Map(files) }
}

/** The build output of the portal's package. The path is valid from sources and from a build. */
const portalFolder = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@partner-accounts/portal/package.json')), 'dist')

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
