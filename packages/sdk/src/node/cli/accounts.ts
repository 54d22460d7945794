import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { stdin, stdout, stderr } from 'node:process'
import { text as readText } from 'node:stream/consumers'
import { PartnerAccounts } from '../../client.ts'
import type { Account, CreateAccountBody } from '../../wire/models.ts'
import { createMany } from '../batch/create-many.ts'
import { formatCsvRow, parseCsv } from './csv.ts'
import { CommandError, readClientOptions, readSecret } from './settings.ts'

export type CommandOptions = Readonly<Record<string, string | undefined>>

const COLUMNS = [
  ...['_id', '_created', 'name', 'cnpj', 'financial_email'],
  ...['active_employees', 'subscription_employees', 'subscription_face_ids'],
] as const satisfies readonly (keyof Account)[]

const connect = ({ credentials }: CommandOptions) => new PartnerAccounts(readClientOptions(credentials))
const print = (line: string) => void stdout.write(`${line}\n`)

export async function listAccounts(_args: readonly string[], options: CommandOptions): Promise<number> {
  const limit = Number(options['limit'] ?? 25)
  const format = formatOf(options, 'jsonl')
  const accounts = await connect(options).accounts.list().toArray({ limit })
  for (const line of format.header) print(line)
  for (const account of accounts) print(format.row(account))
  return 0
}

export async function getAccount([idOrTaxId]: readonly string[], options: CommandOptions): Promise<number> {
  if (!idOrTaxId) throw new CommandError('Give an account id, a CNPJ or a CPF.')
  const secret = readSecret()
  print(JSON.stringify(await connect(options).accounts.get(idOrTaxId, { secret })))
  return 0
}

export async function createAccount([file = '-']: readonly string[], options: CommandOptions): Promise<number> {
  const text = file === '-' ? await readText(stdin) : readFileSync(file, 'utf8')
  const idempotencyKey = options['key']
  print(JSON.stringify(await connect(options).accounts.create(parseBody(text, file), { idempotencyKey })))
  return 0
}

export async function exportAccounts(_args: readonly string[], options: CommandOptions): Promise<number> {
  const { output } = options
  const format = formatOf(options, 'csv')
  const target = output === undefined ? stdout : createWriteStream(output, { mode: 0o600 })
  const write = async (line: string) => void (target.write(`${line}\n`) || (await once(target, 'drain')))
  for (const line of format.header) await write(line)
  let count = 0
  for await (const { items, meta } of connect(options).accounts.list().pages()) {
    for (const account of items) await write(format.row(account))
    count += items.length
    if (output !== undefined) showProgress(count, Math.max(count, meta.total))
  }
  if (target !== stdout) await new Promise<void>((resolve) => target.end(resolve))
  return 0
}

/** Can be repeated after an interruption. */
export async function importAccounts([file]: readonly string[], options: CommandOptions): Promise<number> {
  if (!file) throw new CommandError('Give a file of CSV or JSON lines.')
  const rows = await readRows(file)
  const { journal = `${file}.journal.jsonl`, concurrency } = options
  const counts = { created: 0, resumed: 0, rejected: 0 }
  const results = createMany(connect(options), rows, {
    journal,
    ...(concurrency !== undefined && { concurrency: Number(concurrency) }),
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

async function readRows(file: string): Promise<(string | Record<string, string>)[]> {
  const text = await readText(createReadStream(file))
  return /\.csv$/i.test(file) ? parseCsv(text) : text.split('\n').filter((line) => line.trim() !== '')
}

function parseBody(text: string, file: string): CreateAccountBody {
  try {
    return JSON.parse(text) as CreateAccountBody
  } catch {
    throw new CommandError(`${file} contains text that is not JSON.`)
  }
}

function formatOf({ format }: CommandOptions, byDefault: 'csv' | 'jsonl') {
  const name = format ?? byDefault
  if (name === 'jsonl') return { header: [], row: (account: Account) => JSON.stringify(account) }
  if (name !== 'csv') throw new CommandError(`--format must be csv or jsonl, not ${name}.`)
  return { header: [COLUMNS.join(',')], row: (account: Account) => formatCsvRow(COLUMNS.map((name) => account[name])) }
}

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
