import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { PartnerAccountsError } from '../../errors/errors.ts'
import { VERSION } from '../../http/version.ts'
import {
  type CommandOptions,
  createAccount,
  exportAccounts,
  getAccount,
  importAccounts,
  listAccounts,
} from './accounts.ts'
import { startMockServer } from './mock-server.ts'
import { CommandError } from './settings.ts'

const USAGE = `partner-accounts ${VERSION}

  accounts list   [--limit 25] [--format jsonl|csv]      prints the newest accounts
  accounts get    ID|CNPJ|CPF                            prints an account
  accounts create [FILE.json] [--key KEY]                creates the account of a file or of standard input
  accounts import FILE.csv|FILE.jsonl [--journal FILE] [--concurrency 5]
                                                         creates an account for each row; repeat it to resume
  accounts export [--output FILE] [--format csv|jsonl]   writes all accounts
  mock            [--port 4010] [--rate-limit 60]        starts a fake service for tests, in memory

Address and credentials: PARTNER_ACCOUNTS_URL with PARTNER_ACCOUNTS_EMAIL and PARTNER_ACCOUNTS_PASSWORD, or with
PARTNER_ACCOUNTS_TOKEN; or --credentials FILE, JSON with baseUrl, email and password, readable only by you.
The secret of "accounts get": PARTNER_ACCOUNTS_SECRET.`

type Command = (args: readonly string[], options: CommandOptions) => Promise<number>

const COMMANDS: Readonly<Record<string, Command>> = {
  'accounts list': listAccounts,
  'accounts get': getAccount,
  'accounts create': createAccount,
  'accounts import': importAccounts,
  'accounts export': exportAccounts,
}
const OPTIONS = ['credentials', 'format', 'limit', 'output', 'journal', 'concurrency', 'key', 'port', 'rate-limit']

/** Returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args)
  if (values['version'] === true) return print(VERSION)
  const [group = '', name = '', ...rest] = positionals
  if (values['help'] === true || group === '') return print(USAGE)
  const options = values as CommandOptions
  if (group === 'mock') return runMock(options)
  const command = COMMANDS[`${group} ${name}`]
  if (!command) throw new CommandError(`Unknown command: ${positionals.join(' ')}`)
  return command(rest, options)
}

function parse(args: readonly string[]) {
  const strings = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }]))
  const flags = { help: { type: 'boolean' as const, short: 'h' }, version: { type: 'boolean' as const } }
  try {
    return parseArgs({ args: [...args], options: { ...strings, ...flags }, allowPositionals: true })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

async function runMock({ port = '4010', 'rate-limit': requests }: CommandOptions): Promise<number> {
  const rateLimit = requests === undefined ? {} : { rateLimit: { requests: Number(requests), windowSeconds: 60 } }
  const { service } = await startMockServer({ port: Number(port), ...rateLimit })
  const { email, password } = service.credentials
  print(`Listening on ${service.baseUrl}\nE-mail: ${email}\nPassword: ${password}`)
  return 0
}

function print(text: string): number {
  console.log(text)
  return 0
}

run(argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const isExpected = error instanceof PartnerAccountsError || error instanceof CommandError
    const code = (error as NodeJS.ErrnoException).code
    console.error(isExpected || code ? (error as Error).message : error)
    if (error instanceof CommandError) console.error('See partner-accounts --help.')
    process.exitCode = error instanceof CommandError ? 2 : 1
  },
)
