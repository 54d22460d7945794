import { execFile } from 'node:child_process'
import path from 'node:path'
import { toolFolder } from './tools.ts'

/**
 * What a compiler complains of.
 *
 * @param compiler `typescript`, or one of the other versions in tools/package.json
 * @param folder has a tsconfig.json
 */
export function compilerFaults(compiler: string, folder: string): Promise<string> {
  const tsc = path.join(toolFolder(compiler), 'bin/tsc')
  return new Promise((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder], (_error, stdout, stderr) => resolve(stdout + stderr)),
  )
}
