import { CommanderError } from 'commander'
import { type Client, createClient } from './create-client.ts'
import { createProgram, type Output } from './create-program.ts'
import { Listing } from './list-command.ts'
import { describeFailure } from './output/describe-failure.ts'
import { formatResult } from './output/format-result.ts'
import type { Settings } from './settings.ts'

/** The side effects of a run, which tests replace. */
export interface RunDependencies extends Output {
  loadSettings: () => Settings
  connect?: (url: string, key: string | undefined) => Client
}

const EXIT = { failure: 1, usage: 2 } as const

/**
 * Runs one command line.
 *
 * @param args the command line after the name of the program
 * @returns the exit code: 0 for success, 1 for a failed command, 2 for a usage error
 */
export async function run(
  args: readonly string[],
  { loadSettings, connect = createClient, ...output }: RunDependencies,
): Promise<number> {
  let url = ''
  const program = createProgram(async (command, values, asJson) => {
    const settings = loadSettings()
    url = settings.url
    const client = connect(url, command.withoutKey ? undefined : settings.readKey())
    const result = await command.call(client, values)
    const printed = result instanceof Listing ? result.records : result
    output.writeOutput(formatResult(command.forPeople && !asJson ? command.forPeople(printed) : printed, asJson))
    if (result instanceof Listing && result.isCut)
      output.writeError('There are more: use --all, or a higher --limit.\n')
    if (command.note) output.writeError(`${command.note}\n`)
  }, output)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the usage error already. Requested help has exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
    output.writeError(`error: ${describeFailure(error, url).join('\n  ')}\n`)
    return EXIT.failure
  }
}
