import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  // The command line has told what is wrong with it already; the help that was asked for is no fault.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
