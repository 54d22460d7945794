import { run } from './run.ts'
import { loadSettings } from './settings.ts'

// Whoever reads the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// No process.exit: what is on its way to a pipe would be lost.
process.exitCode = await run(process.argv.slice(2), {
  loadSettings,
  writeOutput: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
})
