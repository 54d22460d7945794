import { inspect, parseArgs } from 'node:util'
import { ACCOUNT_FIELD_PATHS } from '@partner-accounts/rules'
import { ConnectionError, PartnerAccountsError, PossiblyCreatedError } from '../../errors/errors.ts'
import { VERSION } from '../../http/version.ts'
import { createAccount, exportAccounts, getAccount, importAccounts, listAccounts } from './accounts.ts'
import { listen } from './listen.ts'
import { printable } from './printable.ts'
import { startMockServer } from './mock-server.ts'
import { CommandError, type CommandOptions, type OptionName, readNumber, TEXT_OPTIONS } from './settings.ts'

/** Options of every command that sends requests. */
const CONNECTION = ['credentials'] as const

interface Command {
  readonly usage: string
  readonly description: string
  readonly options: readonly OptionName[]
  readonly maxArguments: number
  run(args: readonly string[], options: CommandOptions): Promise<number>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'accounts list': {
    usage: '[--limit 25] [--format jsonl|csv]',
    description: 'prints the newest accounts',
    options: [...CONNECTION, 'limit', 'format', 'excel'],
    maxArguments: 0,
    run: listAccounts,
  },
  'accounts get': {
    usage: 'ID|CNPJ|CPF',
    description: 'prints an account; its secret: PARTNER_ACCOUNTS_SECRET',
    options: CONNECTION,
    maxArguments: 1,
    run: getAccount,
  },
  'accounts create': {
    usage: '[FILE.json] [--key KEY] [--encoding ENCODING]',
    description: 'creates the account of a file or of standard input; repeat it within 24 hours for the same response',
    options: [...CONNECTION, 'key', 'encoding'],
    maxArguments: 1,
    run: createAccount,
  },
  'accounts import': {
    usage: 'FILE.csv|FILE.jsonl [--journal FILE] [--concurrency 5] [--encoding ENCODING] [--dry-run]',
    description: `creates an account for each row; repeat it to resume; --dry-run checks all rows and sends nothing
      values are sent as they stand: unlike the portal, it changes no 1578.0, nan or ="0191", and detects no code page
      of DOS or old Macs
      columns: ${ACCOUNT_FIELD_PATHS.join('\n               ')}`,
    options: [...CONNECTION, 'journal', 'concurrency', 'encoding', 'dry-run'],
    maxArguments: 1,
    run: importAccounts,
  },
  'accounts export': {
    usage: '[--output FILE] [--format csv|jsonl] [--excel]',
    description: 'writes all accounts; --excel: with semicolons, for Excel',
    options: [...CONNECTION, 'output', 'format', 'excel'],
    maxArguments: 0,
    run: exportAccounts,
  },
  listen: {
    usage: '--forward-to URL [--after ID] [--types TYPE,…] [--account ID]',
    description: 'posts events to a URL, signed with the printed secret; default: new ones, of all types and accounts',
    options: [...CONNECTION, 'forward-to', 'after', 'types', 'account'],
    maxArguments: 0,
    run: (_args, options) => listen(options),
  },
  mock: {
    usage: '[--port 4010] [--rate-limit 60]',
    description: 'starts a fake service for tests, in memory',
    options: ['port', 'rate-limit'],
    maxArguments: 0,
    run: (_args, options) => runMock(options),
  },
}

const HELP_ABOUT_CONNECTION = `Address and credentials: PARTNER_ACCOUNTS_URL with PARTNER_ACCOUNTS_EMAIL and PARTNER_ACCOUNTS_PASSWORD, or with
PARTNER_ACCOUNTS_TOKEN; or --credentials FILE, JSON with baseUrl, email and password, readable only by you.
--encoding ENCODING of input, such as windows-1252. Default: UTF-8, or detected in CSV.
COMMAND --help prints the help of a command.`

/** Node reads these variables itself. */
const NETWORK_ADVICE = `Behind a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY (Node 22.21, or 24 and later). \
If the certificate is of a private authority, set NODE_EXTRA_CA_CERTS to its file.`

const describeCommand = (name: string, { usage, description }: Command) => `  ${name} ${usage}\n      ${description}`

function helpFor(name: string | undefined): string {
  const command = name === undefined ? undefined : COMMANDS[name]
  if (name !== undefined && command) return describeCommand(name, command)
  const all = Object.entries(COMMANDS).map(([each, described]) => describeCommand(each, described))
  return [`partner-accounts ${VERSION}`, ...all, HELP_ABOUT_CONNECTION].join('\n\n')
}

/** Runs a command, and prints why it failed. Returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    console.error(printable(describe(error, args)))
    return error instanceof CommandError ? 2 : 1
  }
}

/** @throws CommandError for wrong usage */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args)
  if (values['version'] === true) return print(VERSION)
  const name = Object.keys(COMMANDS).find((each) => `${positionals.join(' ')} `.startsWith(`${each} `))
  if (values['help'] === true || positionals.length === 0) return print(helpFor(name))
  const command = name === undefined ? undefined : COMMANDS[name]
  if (!command) throw new CommandError(`Unknown command: ${positionals.join(' ')}.`)
  const rest = positionals.slice(name!.split(' ').length)
  const surplus = rest.slice(command.maxArguments)
  if (surplus.length > 0) throw new CommandError(`${name} takes no argument ${surplus.join(' ')}.`)
  const allowed: readonly string[] = command.options
  const foreign = Object.keys(values).find((option) => !allowed.includes(option))
  if (foreign !== undefined) throw new CommandError(`${name} has no option --${foreign}.`)
  return command.run(rest, values)
}

function parse(args: readonly string[]) {
  const strings = Object.fromEntries(TEXT_OPTIONS.map((name) => [name, { type: 'string' as const }]))
  const flag = { type: 'boolean' as const }
  const flags = { help: { ...flag, short: 'h' }, version: flag, excel: flag, 'dry-run': flag }
  try {
    return parseArgs({ args: [...args], options: { ...strings, ...flags }, allowPositionals: true })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

async function runMock(options: CommandOptions): Promise<number> {
  const rateLimit = { requests: readNumber(options, 'rate-limit') ?? 60, windowSeconds: 60 }
  const { service } = await startMockServer({ port: readNumber(options, 'port') ?? 4010, rateLimit })
  const { email, password } = service.credentials
  print(`Listening on ${service.baseUrl}\nE-mail: ${email}\nPassword: ${password}`)
  return 0
}

function print(text: string): number {
  console.log(text)
  return 0
}

/** Returns the message to print. Unexpected errors keep their stack. */
function describe(error: unknown, args: readonly string[]): string {
  if (error instanceof CommandError) return `${error.message} See partner-accounts --help.`
  if (error instanceof PossiblyCreatedError) {
    return `The account may exist: ${(error.cause as Error).message}
Its idempotency key is ${error.idempotencyKey}. To create it at most once and get its secret, repeat with the same input within 24 hours:
  npx --no-install partner-accounts ${args.map(quote).join(' ')}`
  }
  if (error instanceof ConnectionError && !error.sent) return `${error.message}. ${NETWORK_ADVICE}`
  const isExpected = error instanceof PartnerAccountsError || (error as NodeJS.ErrnoException).code
  return isExpected ? (error as Error).message : inspect(error)
}

const quote = (arg: string) => (/^[\w./@:=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)
