import { createInterface } from 'node:readline'
import { CommanderError } from 'commander'
import type { Command } from './command.ts'
import { type Client, createClient } from './create-client.ts'
import { createProgram, type Output } from './create-program.ts'
import { Listing } from './list-command.ts'
import { describeFailure, type Failure } from './output/describe-failure.ts'
import { OperatorError } from './operator-error.ts'
import { printable } from './output/printable.ts'
import { formatCsv, formatCsvHeader, formatFailure, formatResult } from './output/format-result.ts'
import type { Settings } from './settings.ts'

export interface RunDependencies extends Output {
  loadSettings: () => Settings
  version: string
  /** Standard input. */
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  connect?: (url: string, key: string | undefined) => Client
}

const EXIT = { failure: 1, usage: 2 } as const

/**
 * @param args the arguments after the program's name
 * @returns the exit code: 0 for success, 1 for a failed command, 2 for a usage error
 */
export async function run(
  args: readonly string[],
  { loadSettings, version, input, connect = createClient, ...output }: RunDependencies,
): Promise<number> {
  let url = ''
  const isJson = args.includes('--json')
  const fail = (failure: Failure) => output.writeError(formatFailure(failure, isJson))
  const program = createProgram(
    async (command, values, { asJson, isConfirmed }) => {
      const settings = loadSettings()
      url = settings.url
      const client = connect(url, command.withoutKey ? undefined : settings.readKey())
      const { hiddenInput, isIrreversible, requiresYes, about } = command
      if (hiddenInput && values[hiddenInput] === undefined) {
        const line = await readLine(input, `${hiddenInput}: `, output.writeError, true)
        if (!line) throw new OperatorError(`Pass the ${hiddenInput} on standard input.`)
        values[hiddenInput] = line
      }
      if (requiresYes && !isConfirmed && !input.isTTY)
        throw new OperatorError('Nothing was changed: confirm with --yes.')
      for (const [name, { isAsked }] of Object.entries(command.inputs)) {
        if (!isAsked || values[name] !== undefined || !input.isTTY) continue
        const line = (await readLine(input, `${name}: `, output.writeError))?.trim()
        if (!line) throw new OperatorError(`Without a ${name}, nothing was changed.`)
        values[name] = line
      }
      if (isIrreversible && !isConfirmed && input.isTTY) {
        const question = printable(`${about}: ${Object.values(values).join(', ')}. Continue? [y/N] `)
        const reply = await readLine(input, question, output.writeError)
        if (!/^y(es)?$/i.test(reply?.trim() ?? '')) throw new OperatorError('Not confirmed: nothing was changed.')
      }
      const result = await command.call(client, values)
      await print(result, command, asJson, output)
      const note = approvalNote(result) ?? command.note
      if (note) output.writeError(`${note}\n`)
      const failure = command.findFailure?.(result)
      if (failure !== undefined) throw new OperatorError(failure)
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

/** For an action that another operator has to approve. */
const approvalNote = (result: unknown): string | undefined => {
  const { approval } = (result ?? {}) as { approval?: { id: string } }
  return approval && `Nothing was changed yet: another operator has to run "pnpm ops approval approve ${approval.id}".`
}

/** Asks on a terminal, and reads one line. Returns `undefined` at the end of the input, or after Ctrl-C. */
async function readLine(
  input: RunDependencies['input'],
  question: string,
  write: (text: string) => void,
  isHidden = false,
): Promise<string | undefined> {
  const isTerminal = input.isTTY === true
  // An interface without output switches the echo of the terminal off.
  const lines = createInterface({ input, terminal: isTerminal && isHidden })
  if (isTerminal) write(question)
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    if (isTerminal && isHidden) write('\n')
  }
}

async function print(result: unknown, command: Command, asJson: boolean, output: Output): Promise<void> {
  if (result instanceof Listing) return printList(result, command, asJson, output)
  output.writeOutput(formatResult(command.forPeople && !asJson ? command.forPeople(result) : result, asJson))
}

async function printList(
  list: Listing,
  { forPeople }: Command,
  asJson: boolean,
  { writeOutput, writeError }: Output,
): Promise<void> {
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
    writeOutput(formatResult(forPeople && !asJson ? all.map(forPeople) : all, asJson))
    if (all.length === 0 && list.leavesOutTest && !asJson)
      writeError('Test partners are left out: --test includes them.\n')
  }
  if (list.isCut) writeError('There are more: use --all, or a higher --limit.\n')
}
