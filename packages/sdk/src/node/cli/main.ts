import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { PartnerAccountsError, PossiblyCreatedError } from '../../errors/errors.ts'
import { VERSION } from '../../http/version.ts'
import { createAccount, exportAccounts, getAccount, importAccounts, listAccounts } from './accounts.ts'
import { listen } from './listen.ts'
import { startMockServer } from './mock-server.ts'
import { CommandError, type CommandOptions, readNumber, TEXT_OPTIONS } from './settings.ts'

const USAGE = `partner-accounts ${VERSION}

  accounts list   [--limit 25] [--format jsonl|csv]      prints the newest accounts
  accounts get    ID|CNPJ|CPF                            prints an account
  accounts create [FILE.json] [--key KEY]                creates the account of a file or of standard input; repeat it
                                                         within 24 hours for the same response
  accounts import FILE.csv|FILE.jsonl [--journal FILE] [--concurrency 5]
                                                         creates an account for each row; repeat it to resume
  accounts export [--output FILE] [--format csv|jsonl] [--excel]
                                                         writes all accounts; --excel: with semicolons, for Excel
  listen          --forward-to URL [--after ID]          posts events to a URL, signed with the printed secret; default:
                                                         new ones
  mock            [--port 4010] [--rate-limit 60]        starts a fake service for tests, in memory

Address and credentials: PARTNER_ACCOUNTS_URL with PARTNER_ACCOUNTS_EMAIL and PARTNER_ACCOUNTS_PASSWORD, or with
PARTNER_ACCOUNTS_TOKEN; or --credentials FILE, JSON with baseUrl, email and password, readable only by you.
The secret of "accounts get": PARTNER_ACCOUNTS_SECRET. --encoding ENCODING of input, such as windows-1252. Default:
UTF-8, or detected in CSV.`

type Command = (args: readonly string[], options: CommandOptions) => Promise<number>

const COMMANDS: Readonly<Record<string, Command>> = {
  'accounts list': listAccounts,
  'accounts get': getAccount,
  'accounts create': createAccount,
  'accounts import': importAccounts,
  'accounts export': exportAccounts,
}

/** Returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args)
  if (values['version'] === true) return print(VERSION)
  const [group = '', name = '', ...rest] = positionals
  if (values['help'] === true || group === '') return print(USAGE)
  const options: CommandOptions = values
  if (group === 'mock') return runMock(options)
  if (group === 'listen') return listen(options)
  const command = COMMANDS[`${group} ${name}`]
  if (!command) throw new CommandError(`Unknown command: ${positionals.join(' ')}`)
  return command(rest, options)
}

function parse(args: readonly string[]) {
  const strings = Object.fromEntries(TEXT_OPTIONS.map((name) => [name, { type: 'string' as const }]))
  const flag = { type: 'boolean' as const }
  const flags = { help: { ...flag, short: 'h' }, version: flag, excel: flag }
  try {
    return parseArgs({ args: [...args], options: { ...strings, ...flags }, allowPositionals: true })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

async function runMock(options: CommandOptions): Promise<number> {
  const requests = readNumber(options, 'rate-limit')
  const rateLimit = requests === undefined ? {} : { rateLimit: { requests, windowSeconds: 60 } }
  const { service } = await startMockServer({ port: readNumber(options, 'port') ?? 4010, ...rateLimit })
  const { email, password } = service.credentials
  print(`Listening on ${service.baseUrl}\nE-mail: ${email}\nPassword: ${password}`)
  return 0
}

function print(text: string): number {
  console.log(text)
  return 0
}

/** Lines for people. Errors of this program's code keep their stack. */
function describe(error: unknown, args: readonly string[]): unknown {
  if (error instanceof CommandError) return `${error.message} See partner-accounts --help.`
  if (error instanceof PossiblyCreatedError) {
    return `The account may exist: ${(error.cause as Error).message}
Its idempotency key is ${error.idempotencyKey}. To create it at most once and get its secret, repeat with the same input within 24 hours:
  npx @partner-accounts/sdk ${args.map(quote).join(' ')}`
  }
  const isExpected = error instanceof PartnerAccountsError || (error as NodeJS.ErrnoException).code
  return isExpected ? (error as Error).message : error
}

const quote = (arg: string) => (/^[\w./@:=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)

/** As other programs end whose output is closed, by `| head` for example. */
const SIGPIPE_EXIT_CODE = 141

stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') console.error(message)
  exit(code === 'EPIPE' ? SIGPIPE_EXIT_CODE : 1)
})
// An import continues without its messages.
stderr.on('error', () => {})

const args = argv.slice(2)
run(args).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(describe(error, args))
    process.exitCode = error instanceof CommandError ? 2 : 1
  },
)
