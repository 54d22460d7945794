import { CommanderError } from 'commander'
import { type Client, createClient } from './create-client.ts'
import { createProgram, type Output } from './create-program.ts'
import { describeFailure } from './output/describe-failure.ts'
import { formatResult } from './output/format-result.ts'
import type { Settings } from './settings.ts'

/** What a run needs of the world around it. */
export interface Surroundings extends Output {
  loadSettings: () => Settings
  connect?: (url: string, key: string | undefined) => Client
}

const EXIT = { failure: 1, usage: 2 } as const

/**
 * Runs one command line.
 *
 * @param args what follows the name of the program
 * @returns the exit code: 0, 1 when it was refused or could not be done, 2 when it was not understood
 */
export async function run(
  args: readonly string[],
  { loadSettings, connect = createClient, ...output }: Surroundings,
): Promise<number> {
  let url = ''
  const program = createProgram(async (command, values, asJson) => {
    const settings = loadSettings()
    url = settings.url
    const client = connect(url, command.withoutKey ? undefined : settings.readKey())
    output.writeOutput(formatResult(await command.call(client, values), asJson))
    if (command.note) output.writeError(`${command.note}\n`)
  }, output)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // It has told what is wrong already; the help that was asked for is no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
    output.writeError(`error: ${describeFailure(error, url).join('\n  ')}\n`)
    return EXIT.failure
  }
}
