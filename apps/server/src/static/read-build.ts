import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export type AppName = 'portal' | 'console'

export interface Build {
  html: string
  /** Files by name. Most names contain a hash of the content. */
  files: ReadonlyMap<string, Buffer>
}

/**
 * Reads a built app. Returns `undefined` if it is not built, as in tests from sources.
 *
 * @param folder tests pass another one
 */
export async function readBuild(name: AppName, folder = buildFolder(name)): Promise<Build | undefined> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(ignoreMissing)
  if (html === undefined) return undefined
  const names = await readdir(path.join(folder, 'assets'))
  const contents = await Promise.all(names.map((file) => readFile(path.join(folder, 'assets', file))))
  return { html, files: new Map(names.map((file, index) => [file, contents[index]!])) }
}

/** Finds the folder for a service that runs from its sources or from its build. */
const buildFolder = (name: AppName) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`@partner-accounts/${name}/package.json`)), 'dist')

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
