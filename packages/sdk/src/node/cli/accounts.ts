import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { stdin, stdout, stderr } from 'node:process'
import { buffer } from 'node:stream/consumers'
import { PartnerAccounts } from '../../client.ts'
import type { Account, CreateAccountBody } from '../../wire/models.ts'
import { bodyKey } from '../batch/body-key.ts'
import { createMany } from '../batch/create-many.ts'
import { formatCsvRow, formatExcelRow, parseCsv } from './csv.ts'
import { decodeText, isCsv } from './decode-text.ts'
import { CommandError, type CommandOptions, readClientOptions, readNumber, readSecret } from './settings.ts'

const COLUMNS = [
  ...['_id', '_created', 'name', 'cnpj', 'financial_email'],
  ...['active_employees', 'subscription_employees', 'subscription_face_ids'],
] as const satisfies readonly (keyof Account)[]

const connect = ({ credentials }: CommandOptions) => new PartnerAccounts(readClientOptions(credentials))
const print = (line: string) => void stdout.write(`${line}\n`)

export async function listAccounts(_args: readonly string[], options: CommandOptions): Promise<number> {
  const limit = readNumber(options, 'limit') ?? 25
  const format = formatOf({ format: 'jsonl', ...options })
  const accounts = await connect(options).accounts.list().toArray({ limit })
  stdout.write(format.header + format.rows(accounts))
  return 0
}

export async function getAccount([idOrTaxId]: readonly string[], options: CommandOptions): Promise<number> {
  if (!idOrTaxId) throw new CommandError('Give an account id, a CNPJ or a CPF.')
  const secret = readSecret()
  print(JSON.stringify(await connect(options).accounts.get(idOrTaxId, { secret })))
  return 0
}

/** Derives the key from the body: repeating the command after a lost response returns the account. */
export async function createAccount([file = '-']: readonly string[], options: CommandOptions): Promise<number> {
  const bytes = file === '-' ? await buffer(stdin) : readFileSync(file)
  const body = parseBody(decodeText(bytes, file, options.encoding).text, file)
  const { key: idempotencyKey = bodyKey(body) } = options
  print(JSON.stringify(await connect(options).accounts.create(body, { idempotencyKey })))
  return 0
}

export async function exportAccounts(_args: readonly string[], options: CommandOptions): Promise<number> {
  const { output } = options
  const format = formatOf(options)
  const client = connect(options)
  const file = output === undefined ? undefined : await open(output, 'w', 0o600)
  const write = async (text: string) =>
    void (file ? await file.appendFile(text) : stdout.write(text) || (await once(stdout, 'drain')))
  try {
    await write(format.header)
    let count = 0
    for await (const { items, meta } of client.accounts.list().pages()) {
      await write(format.rows(items))
      count += items.length
      if (file) showProgress(count, Math.max(count, meta.total))
    }
  } finally {
    await file?.close()
  }
  return 0
}

/** Can be repeated after an interruption. */
export async function importAccounts([file]: readonly string[], options: CommandOptions): Promise<number> {
  if (!file) throw new CommandError('Give a file of CSV or JSON lines.')
  const rows = readRows(file, options.encoding)
  const { journal = `${file}.journal.jsonl` } = options
  const counts = { created: 0, resumed: 0, rejected: 0 }
  const results = createMany(connect(options), rows, {
    journal,
    concurrency: readNumber(options, 'concurrency'),
    toBody: (row) => (typeof row === 'string' ? parseBody(row, file) : bodyOfRecord(row)),
  })
  for await (const { status, index, ...result } of results) {
    counts[status] += 1
    const done = counts.created + counts.resumed + counts.rejected
    showProgress(done, rows.length, counts.rejected > 0 ? `, ${counts.rejected} rejected` : '')
    if ('error' in result) console.error(`row ${index + 1}: ${result.error.message}`)
  }
  print(JSON.stringify({ ...counts, journal }))
  return counts.rejected > 0 ? 1 : 0
}

function readRows(file: string, given: string | undefined): (string | Record<string, string>)[] {
  const { text, encoding } = decodeText(readFileSync(file), file, given)
  if (encoding !== given && encoding !== 'utf-8') console.error(`${file} is read as ${encoding}: see --encoding.`)
  return isCsv(file) ? parseCsv(text) : text.split('\n').filter((line) => line.trim() !== '')
}

function parseBody(text: string, file: string): CreateAccountBody {
  try {
    return JSON.parse(text) as CreateAccountBody
  } catch {
    throw new CommandError(`${file} contains text that is not JSON.`)
  }
}

function formatOf({ format = 'csv', excel }: CommandOptions) {
  if (format === 'jsonl') {
    if (excel) throw new CommandError('--excel is a format of CSV, not of JSON lines.')
    return formatLines('', (account) => JSON.stringify(account))
  }
  if (format !== 'csv') throw new CommandError(`--format must be csv or jsonl, not ${format}.`)
  const formatRow = excel ? formatExcelRow : formatCsvRow
  const header = `${excel ? '\uFEFF' : ''}${formatRow(COLUMNS)}\n`
  return formatLines(header, (account) => formatRow(COLUMNS.map((name) => account[name])))
}

const formatLines = (header: string, line: (account: Account) => string) => ({
  header,
  rows: (accounts: readonly Account[]) => accounts.map((account) => `${line(account)}\n`).join(''),
})

/** Columns are dotted paths, such as `company_doc.address.cep`. Omits empty cells. */
function bodyOfRecord(record: Readonly<Record<string, string>>): CreateAccountBody {
  const body: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(record)) {
    if (text === '') continue
    const names = path.split('.')
    const last = names.pop()!
    let target = body
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>
    target[last] = path === 'employees_quantity' && /^\d+$/.test(text) ? Number(text) : text
  }
  return body as unknown as CreateAccountBody
}

const WIDTH = 30
const bar = (share: number) => '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')

/** Prints nothing without a terminal. */
function showProgress(done: number, total: number, note = ''): void {
  if (!stderr.isTTY) return
  const share = total > 0 ? done / total : 1
  stderr.write(`\r\x1b[K${bar(share)} ${done}/${total}${note}${done >= total ? '\n' : ''}`)
}
