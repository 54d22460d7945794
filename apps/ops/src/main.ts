import { run } from './run.ts'
import { loadSettings, VERSION } from './settings.ts'

// The output's reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Not `process.exit`, which discards output still being written to a pipe.
process.exitCode = await run(process.argv.slice(2), {
  loadSettings,
  version: VERSION,
  input: process.stdin,
  writeOutput: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
