import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readRepositoryFile } from './repository-files.ts'

const TOKENS = 'packages/ui/src/design/tokens.css'

/** Files that the page loads, by the name under which they are served below `/docs/`. */
const FILES = {
  'page.css': '../assets/page.css',
  'theme.js': '../assets/theme.js',
  'page.js': '../assets/page.js',
  'samples.js': '../assets/samples.js',
  'sample-call.js': '../assets/sample-call.js',
  'sample-writers.js': '../assets/sample-writers.js',
  'search.js': '../assets/search.js',
  'rank.js': '../assets/rank.js',
  'storage.js': '../assets/storage.js',
  'try-it.js': '../assets/try-it.js',
  'instrument-sans.woff2': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'instrument-serif.woff2': '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  'plex-mono.woff2': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
} as const

export type AssetName = keyof typeof FILES

export const ASSETS = Object.keys(FILES) as AssetName[]

/**
 * Returns a function that reads a file of the page. The style sheet begins with the colors of the design system.
 *
 * @throws Error if the file is missing
 */
export function assetReader(name: AssetName): () => Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve(FILES[name])
  if (name !== 'page.css') return () => readFile(file)
  return async () => Buffer.concat([Buffer.from(readRepositoryFile(TOKENS)), await readFile(file)])
}
