import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  // Commander has printed the error, or the help, which has the exit code 0.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
