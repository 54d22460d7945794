import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export type AppName = 'portal' | 'console'

export interface Build {
  html: string
  /** By name. All but a few names contain a hash of the content. */
  files: ReadonlyMap<string, Buffer>
}

/** Reads a built app; `undefined` if not built, as in tests from sources. */
export async function readBuild(name: AppName): Promise<Build | undefined> {
  const folder = buildFolder(name)
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ifMissing)
  if (html === undefined) return undefined
  const names = await readdir(path.join(folder, 'assets'))
  const contents = await Promise.all(names.map((file) => readFile(path.join(folder, 'assets', file))))
  return { html, files: new Map(names.map((file, index) => [file, contents[index]!])) }
}

/** Valid from sources and from a build. */
const buildFolder = (name: AppName) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`@partner-accounts/${name}/package.json`)), 'dist')

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
