import { createInterface } from 'node:readline'
import { CommanderError } from 'commander'
import type { Command } from './command.ts'
import { type Client, createClient } from './create-client.ts'
import { createProgram, type Output } from './create-program.ts'
import { Listing } from './list-command.ts'
import { describeFailure, type Failure } from './output/describe-failure.ts'
import { OperatorError } from './operator-error.ts'
import { printable } from './output/printable.ts'
import {
  columnsOf,
  formatCsv,
  formatCsvHeader,
  formatFailure,
  formatResult,
  formatTable,
} from './output/format-result.ts'
import type { Settings } from './settings.ts'

/** Where results are printed. */
interface Terminal extends Output {
  /** Width of the terminal in characters; `undefined` for files and pipes. */
  width?: number | undefined
}

export interface RunDependencies extends Terminal {
  loadSettings: () => Settings
  version: string
  /** Standard input. */
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  connect?: (url: string, key: string | undefined) => Client
}

const EXIT = { failure: 1, usage: 2 } as const

/**
 * Runs a command of the operator CLI.
 *
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
  // With `--json`, `fail` reports usage errors instead of Commander.
  const outputOfProgram = isJson ? { ...output, writeError: () => undefined } : output
  const program = createProgram(
    async (command, values, { asJson, isConfirmed }) => {
      const settings = loadSettings()
      url = settings.url
      const client = connect(url, command.withoutKey ? undefined : settings.readKey())
      // On a terminal, `confirm` asks instead.
      if (command.requiresYes && !isConfirmed && !input.isTTY) {
        throw new OperatorError('Nothing was changed: confirm with --yes.')
      }
      const given = await readMissingValues(command, values, input, output.writeError)
      if (command.isIrreversible && !isConfirmed && input.isTTY) await confirm(command, given, input, output.writeError)
      const result = await command.call(client, given)
      await print(result, command, asJson, output)
      if (command.note) output.writeError(`${command.note}\n`)
      const failure = command.findFailure?.(result)
      if (failure !== undefined) throw new OperatorError(failure)
    },
    outputOfProgram,
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

/**
 * Completes the values: reads a missing hidden input from standard input, and asks for other missing ones on a terminal.
 *
 * @throws OperatorError if nothing is typed
 */
async function readMissingValues(
  { hiddenInput, inputs }: Command,
  values: Record<string, unknown>,
  input: RunDependencies['input'],
  write: (text: string) => void,
): Promise<Record<string, unknown>> {
  const given = { ...values }
  if (hiddenInput && given[hiddenInput] === undefined) {
    const line = await readLine(input, `${hiddenInput}: `, write, { isHidden: true })
    if (!line) throw new OperatorError(`Pass the ${hiddenInput} on standard input.`)
    given[hiddenInput] = line
  }
  for (const [name, { isAsked }] of Object.entries(inputs)) {
    if (!isAsked || given[name] !== undefined || !input.isTTY) continue
    const line = (await readLine(input, `${name}: `, write))?.trim()
    if (!line) throw new OperatorError(`Without a ${name}, nothing was changed.`)
    given[name] = line
  }
  return given
}

/** @throws OperatorError unless the operator types `y` or `yes` */
async function confirm(
  { about }: Command,
  values: Record<string, unknown>,
  input: RunDependencies['input'],
  write: (text: string) => void,
): Promise<void> {
  const question = printable(`${about}: ${Object.values(values).join(', ')}. Continue? [y/N] `)
  const reply = await readLine(input, question, write)
  if (!/^y(es)?$/i.test(reply?.trim() ?? '')) throw new OperatorError('Not confirmed: nothing was changed.')
}

/** Asks on a terminal, and reads one line. Returns `undefined` at the end of the input, or after Ctrl-C. */
async function readLine(
  input: RunDependencies['input'],
  question: string,
  write: (text: string) => void,
  { isHidden = false } = {},
): Promise<string | undefined> {
  const isTerminal = input.isTTY === true
  // With `terminal` and without an output, what is typed is not shown.
  const lines = createInterface({ input, terminal: isTerminal && isHidden })
  if (isTerminal) write(question)
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    if (isTerminal && isHidden) write('\n')
  }
}

async function print(result: unknown, command: Command, asJson: boolean, output: Terminal): Promise<void> {
  if (result instanceof Listing) return printList(result, command, asJson, output)
  output.writeOutput(formatResult(command.forPeople && !asJson ? command.forPeople(result) : result, asJson))
}

async function printList(list: Listing, command: Command, asJson: boolean, output: Terminal): Promise<void> {
  if (list.isCsv && asJson) throw new OperatorError('--csv and --json exclude each other.')
  if (list.isCsv) await printCsv(list, output)
  else await printAll(list, command, asJson, output)
  if (list.isCut) output.writeError('There are more: use --all, or a higher --limit.\n')
}

async function printCsv(list: Listing, { writeOutput }: Terminal): Promise<void> {
  let hasHeader = false
  for await (const page of list.pages({ isForProgram: true })) {
    const records = selectColumns(page, list.columns)
    writeOutput(`${hasHeader ? '' : formatCsvHeader(records)}${formatCsv(records)}`)
    hasHeader ||= records.length > 0
  }
}

async function printAll(list: Listing, { forPeople }: Command, asJson: boolean, output: Terminal): Promise<void> {
  const all: object[] = []
  for await (const page of list.pages({ isForProgram: asJson })) all.push(...page)
  const shown = forPeople && !asJson ? (all.map(forPeople) as object[]) : all
  const records = selectColumns(shown, list.columns)
  if (asJson || output.width === undefined) output.writeOutput(formatResult(records, asJson))
  else printTable(records, output.width, output)
  if (all.length === 0 && list.leavesOutTest && !asJson)
    output.writeError('Test partners are left out: --test includes them.\n')
}

function printTable(records: readonly object[], width: number, { writeOutput, writeError }: Terminal): void {
  const { text, omitted } = formatTable(records, width)
  writeOutput(text)
  if (omitted.length > 0)
    writeError(`The terminal is too narrow for ${omitted.join(', ')}: choose with --columns, or use --json.\n`)
}

/** @throws OperatorError if a column occurs in no record */
function selectColumns(records: readonly object[], columns: readonly string[] | undefined): readonly object[] {
  if (!columns || records.length === 0) return records
  const known = columnsOf(records)
  const unknown = columns.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new OperatorError(`There is no column ${unknown}. There are ${known.join(', ')}.`)
  return records.map((record) => {
    const values = new Map(Object.entries(record))
    return Object.fromEntries(columns.map((name) => [name, values.get(name) as unknown]))
  })
}
