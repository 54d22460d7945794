import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/**
 * What a compiler complains of.
 *
 * @param compiler `typescript`, or one of the other versions in package.json
 * @param folder has a tsconfig.json
 */
export function compilerFaults(compiler: string, folder: string): Promise<string> {
  const tsc = path.join(path.dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc')
  return new Promise((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder], (_error, stdout, stderr) => resolve(stdout + stderr)),
  )
}
