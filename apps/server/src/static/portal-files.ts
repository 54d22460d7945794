import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Asset } from './asset.ts'

/** The portal as it was built: its page, and the files that the page asks for. */
export interface PortalFiles {
  page: Asset
  /** By their path below the portal's address. */
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

/** Their names have a hash of what they hold: under one name, they never change. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Where the page says that it lies; every address in it is relative to this one. */
const BASE = '<base href="/portal/" />'

/**
 * @param base the path of the portal as browsers see it, with a slash at both ends
 * @returns undefined where the portal was not built, as in tests from sources
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

/** What the portal's package built, whether this runs from sources or was built itself. */
const portalFolder = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@partner-accounts/portal/package.json')), 'dist')

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
