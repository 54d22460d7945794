import { toolFolder } from '@partner-accounts/local-servers'
import { execFile } from 'node:child_process'
import path from 'node:path'

/**
 * Type-checks a folder. Returns the output of the compiler, which is empty without errors.
 *
 * @param compiler `typescript`, or one of the other versions in tools/package.json
 * @param folder with a tsconfig.json
 */
export function compilerErrors(compiler: string, folder: string): Promise<string> {
  const tsc = path.join(toolFolder(compiler), 'bin/tsc')
  return new Promise((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder], (_error, stdout, stderr) => resolve(stdout + stderr)),
  )
}
