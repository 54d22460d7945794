import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const TOOLS = fileURLToPath(new URL('../../../tools/', import.meta.url))

/** Installs the tools workspace, which takes half a second when nothing is missing. */
const install = () => execFileSync('pnpm', ['--dir', TOOLS, 'install', '--frozen-lockfile', '--prefer-offline'])

/** Returns the exports of `tools/index.js`. They have no types: the packages are not installed for a type check. */
export async function loadTools() {
  install()
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return (await import(path.join(TOOLS, 'index.js'))) as Record<string, any>
}

/** Returns the folder of one of the tools' packages. */
export function toolFolder(name: string): string {
  install()
  return path.join(TOOLS, 'node_modules', name)
}
