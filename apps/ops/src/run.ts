import { CommanderError } from 'commander'
import type { Command } from './command.ts'
import { type Client, createClient } from './create-client.ts'
import { createProgram, type Output } from './create-program.ts'
import { Listing } from './list-command.ts'
import { describeFailure, type Failure } from './output/describe-failure.ts'
import { OperatorError } from './operator-error.ts'
import { formatCsv, formatCsvHeader, formatFailure, formatResult } from './output/format-result.ts'
import type { Settings } from './settings.ts'

export interface RunDependencies extends Output {
  loadSettings: () => Settings
  version: string
  connect?: (url: string, key: string | undefined) => Client
}

const EXIT = { failure: 1, usage: 2 } as const

/**
 * @param args the arguments after the program's name
 * @returns the exit code: 0 for success, 1 for a failed command, 2 for a usage error
 */
export async function run(
  args: readonly string[],
  { loadSettings, version, connect = createClient, ...output }: RunDependencies,
): Promise<number> {
  let url = ''
  const isJson = args.includes('--json')
  const fail = (failure: Failure) => output.writeError(formatFailure(failure, isJson))
  const program = createProgram(
    async (command, values, asJson) => {
      const settings = loadSettings()
      url = settings.url
      const client = connect(url, command.withoutKey ? undefined : settings.readKey())
      await print(await command.call(client, values), command, asJson, output)
      if (command.note) output.writeError(`${command.note}\n`)
    },
    isJson ? { ...output, writeError: () => undefined } : output,
    isJson ? JSON.stringify({ version }) : version,
  )
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      fail(describeFailure(error, url))
      return EXIT.failure
    }
    // Requested help has exit code 0. Without `--json`, Commander has printed the usage error.
    if (error.exitCode === 0) return 0
    if (isJson) fail({ name: 'UsageError', message: error.message.replace(/^error: /, '') })
    return EXIT.usage
  }
}

async function print(result: unknown, command: Command, asJson: boolean, output: Output): Promise<void> {
  if (result instanceof Listing) return printList(result, asJson, output)
  output.writeOutput(formatResult(command.forPeople && !asJson ? command.forPeople(result) : result, asJson))
}

async function printList(list: Listing, asJson: boolean, { writeOutput, writeError }: Output): Promise<void> {
  if (list.isCsv) {
    if (asJson) throw new OperatorError('--csv and --json exclude each other.')
    let hasHeader = false
    for await (const records of list.pages()) {
      writeOutput(`${hasHeader ? '' : formatCsvHeader(records)}${formatCsv(records)}`)
      hasHeader ||= records.length > 0
    }
  } else {
    const all: object[] = []
    for await (const records of list.pages()) all.push(...records)
    writeOutput(formatResult(all, asJson))
  }
  if (list.isCut) writeError('There are more: use --all, or a higher --limit.\n')
}
