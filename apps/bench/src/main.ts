import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  // Commander has printed the error or the help. An exit code of 0 means that it printed the help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
