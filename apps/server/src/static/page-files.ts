import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { escapeHtml } from '../http/escape-html.ts'
import { type Asset, createAsset } from './asset.ts'

/** Served below the path of their name. */
export type PagesName = 'portal' | 'console'

const BUILT_NAME = 'Partner Accounts'

export interface PageValues {
  /** Slashes at both ends. URLs in the page are relative to it. */
  base: string
  productName: string
}

/** File names contain a content hash. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Reads a built app; `undefined` if not built, as in tests from sources. */
export async function readPageFiles(name: PagesName, values: PageValues) {
  const folder = buildFolder(name)
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ifMissing)
  if (html === undefined) return undefined
  const builtBase = `<base href="/${name}/" />`
  if (!html.includes(builtBase)) throw new Error(`the page of the ${name} has no ${builtBase}`)
  const files = await readdir(path.join(folder, 'assets'))
  const assets = await Promise.all(
    files.map(async (file): Promise<[string, Asset]> => {
      const content = await readFile(path.join(folder, 'assets', file))
      const extension = path.extname(file)
      const asset =
        extension === '.webmanifest'
          ? createAsset(extension, nameManifest(content.toString(), values.productName))
          : createAsset(extension, content, FOREVER)
      return [file, asset]
    }),
  )
  const content = html
    .replace(builtBase, `<base href="${values.base}" />`)
    .replaceAll(BUILT_NAME, () => escapeHtml(values.productName))
  const page = createAsset('.html', content, 'no-store')
  return { page, assets: new Map(assets) }
}

const nameManifest = (manifest: string, name: string) =>
  name === BUILT_NAME ? manifest : JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name })

/** Valid from sources and from a build. */
const buildFolder = (name: PagesName) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`@partner-accounts/${name}/package.json`)), 'dist')

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
