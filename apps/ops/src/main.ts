import { ignoreClosedPipe } from './ignore-closed-pipe.ts'
import { run } from './run.ts'
import { loadSettings, VERSION } from './settings.ts'

ignoreClosedPipe(process.stdout)

// `process.exit` would discard buffered output.
process.exitCode = await run(process.argv.slice(2), {
  loadSettings,
  version: VERSION,
  input: process.stdin,
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
  writeOutput: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
