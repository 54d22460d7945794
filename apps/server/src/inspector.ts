import { open } from 'node:inspector'

/** Matches `--inspect`, `--inspect=port` and `--inspect=host:port`. */
const OPTION = /^--inspect(?:=(?:(?<host>.+):)?(?<port>\d+))?$/
const DEFAULT_PORT = 9229

/**
 * Opens the debugger for the argument `--inspect[=[host:]port]`. Node itself only reads the argument before the file, but
 * `pnpm start` appends its arguments.
 */
export function openInspector(programArguments: readonly string[]): void {
  for (const argument of programArguments) {
    const match = OPTION.exec(argument)
    // Brackets separate an IPv6 address from the port.
    const host = match?.groups?.['host']?.replace(/^\[(.*)\]$/, '$1')
    if (match) open(Number(match.groups?.['port'] ?? DEFAULT_PORT), host)
  }
}
