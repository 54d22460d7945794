import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const RUNTIMES = fileURLToPath(new URL('../../../../tools/runtimes/', import.meta.url))
export const areRuntimesInstalled = existsSync(path.join(RUNTIMES, 'node_modules'))
if (!areRuntimesInstalled) console.warn('tools/runtimes is not installed: pnpm --dir tools/runtimes install')

export const resolveRuntime = (name: string) => createRequire(path.join(RUNTIMES, 'package.json')).resolve(name)

/** Loads a package of tools/runtimes. The package is untyped, because it is not installed for a type check. */
export async function loadRuntime(name: string) {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return (await import(pathToFileURL(resolveRuntime(name)).href)) as Record<string, any>
}
