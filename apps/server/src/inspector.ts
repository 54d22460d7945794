import { open } from 'node:inspector'

const OPTION = /^--inspect(?:=(?:(?<host>.+):)?(?<port>\d+))?$/
const DEFAULT_PORT = 9229

/**
 * Opens the debugger for `--inspect[=[host:]port]`, as Node does for the argument before the file. `pnpm start` can only
 * append arguments.
 */
export function openInspector(programArguments: readonly string[]): void {
  for (const argument of programArguments) {
    const match = OPTION.exec(argument)
    if (match) open(Number(match.groups?.['port'] ?? DEFAULT_PORT), match.groups?.['host'])
  }
}
