import { argv, exit, stderr, stdout } from 'node:process'
import { runCommandLine } from './command-line.ts'

/** Exit code of programs that write to a closed pipe, for example to `head`. */
const SIGPIPE_EXIT_CODE = 141

stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') console.error(message)
  exit(code === 'EPIPE' ? SIGPIPE_EXIT_CODE : 1)
})
// Ignores errors of stderr, so that an import continues without its messages.
stderr.on('error', () => {})

void runCommandLine(argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode
})
