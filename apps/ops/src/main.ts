import { run } from './run.ts'
import { loadSettings, VERSION } from './settings.ts'

// `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// `process.exit` would discard buffered output.
process.exitCode = await run(process.argv.slice(2), {
  loadSettings,
  version: VERSION,
  input: process.stdin,
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  writeOutput: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
