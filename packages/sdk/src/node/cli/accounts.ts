import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { stdin, stdout, stderr } from 'node:process'
import { buffer } from 'node:stream/consumers'
import { PartnerAccounts } from '../../client.ts'
import type { Account, CreateAccountBody } from '../../wire/models.ts'
import { bodyKey } from '../batch/body-key.ts'
import { createMany } from '../batch/create-many.ts'
import { checkColumns } from './columns.ts'
import { formatCsvRow, formatExcelRow, parseCsv } from './csv.ts'
import { decodeText, isCsv } from './decode-text.ts'
import { checkRows } from './dry-run.ts'
import { printable } from './printable.ts'
import { CommandError, type CommandOptions, readClientOptions, readNumber, readSecret } from './settings.ts'

const ACCOUNT_COLUMNS = [
  '_id',
  '_created',
  'name',
  'cnpj',
  'financial_email',
  'active_employees',
  'subscription_employees',
  'subscription_face_ids',
] as const satisfies readonly (keyof Account)[]

const connect = ({ credentials }: CommandOptions) => new PartnerAccounts(readClientOptions(credentials))
const print = (line: string) => void stdout.write(`${printable(line)}\n`)

export async function listAccounts(_args: readonly string[], options: CommandOptions): Promise<number> {
  const limit = readNumber(options, 'limit') ?? 25
  const format = formatOf({ format: 'jsonl', ...options })
  const accounts = await connect(options).accounts.list().toArray({ limit })
  stdout.write(format.header + printable(format.rows(accounts)))
  return 0
}

export async function getAccount([idOrTaxId]: readonly string[], options: CommandOptions): Promise<number> {
  if (!idOrTaxId) throw new CommandError('Give an account id, a CNPJ or a CPF.')
  const secret = readSecret()
  print(JSON.stringify(await connect(options).accounts.get(idOrTaxId, { secret })))
  return 0
}

/** Derives the idempotency key from the body, so that repeating the command after a lost response returns the account. */
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
  const pages = connect(options).accounts.list().pages()
  if (output === undefined) {
    stdout.write(format.header)
    for await (const { items } of pages) {
      if (!stdout.write(printable(format.rows(items)))) await once(stdout, 'drain')
    }
  } else {
    await replaceFile(output, async (file) => {
      await file.appendFile(format.header)
      let count = 0
      for await (const { items, meta } of pages) {
        await file.appendFile(format.rows(items))
        count += items.length
        showProgress(count, Math.max(count, meta.total))
      }
    })
  }
  return 0
}

/** Writes a temporary file in the same folder, and renames it to `name` when it is complete. */
async function replaceFile(name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const temporary = `${name}.${randomUUID()}.part`
  const file = await openTemporary(temporary, name)
  try {
    await write(file)
    await file.close()
    await rename(temporary, name)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/** Opens the temporary file. Errors name the file that the user gave. */
async function openTemporary(temporary: string, name: string): Promise<FileHandle> {
  try {
    return await open(temporary, 'wx', 0o600)
  } catch (error) {
    const failure = error as NodeJS.ErrnoException
    failure.message = failure.message.replace(temporary, name)
    throw failure
  }
}

/** Creates the accounts of a file. Repeated after an interruption, it continues with the rows that are left. */
export async function importAccounts([file]: readonly string[], options: CommandOptions): Promise<number> {
  if (!file) throw new CommandError('Give a file of CSV or JSON lines.')
  const rows = readRows(file, options.encoding)
  const toBody = (row: Row) => (typeof row === 'string' ? parseBody(row, file) : bodyOfRecord(row))
  if (options['dry-run'] === true) return checkRows(rows.map(toBody))
  const { journal = `${file}.journal.jsonl` } = options
  const counts = { created: 0, resumed: 0, rejected: 0 }
  const results = createMany(connect(options), rows, {
    journal,
    concurrency: readNumber(options, 'concurrency'),
    toBody,
  })
  for await (const { status, index, ...result } of results) {
    counts[status] += 1
    const done = counts.created + counts.resumed + counts.rejected
    showProgress(done, rows.length, counts.rejected > 0 ? `, ${counts.rejected} rejected` : '')
    if ('error' in result) console.error(printable(`row ${index + 1}: ${result.error.message}`))
  }
  print(JSON.stringify({ ...counts, journal }))
  return counts.rejected > 0 ? 1 : 0
}

type Row = string | Readonly<Record<string, string>>

function readRows(file: string, given: string | undefined): Row[] {
  const { text, encoding } = decodeText(readFileSync(file), file, given)
  if (encoding !== given && encoding !== 'utf-8') console.error(`${file} is read as ${encoding}: see --encoding.`)
  if (!isCsv(file)) return text.split('\n').filter((line) => line.trim() !== '')
  const { columns, records } = parseCsv(text)
  checkColumns(file, columns)
  return [...records]
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
  const header = `${excel ? '\uFEFF' : ''}${formatRow(ACCOUNT_COLUMNS)}\n`
  return formatLines(header, (account) => formatRow(ACCOUNT_COLUMNS.map((name) => account[name])))
}

const formatLines = (header: string, line: (account: Account) => string) => ({
  header,
  rows: (accounts: readonly Account[]) => accounts.map((account) => `${line(account)}\n`).join(''),
})

/** Returns the body of a CSV row, whose columns are dotted paths such as `company_doc.address.cep`. Omits empty cells. */
function bodyOfRecord(record: Readonly<Record<string, string>>): CreateAccountBody {
  const body: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(record)) {
    if (text === '') continue
    const names = path.split('.')
    const last = names.pop()!
    let target = body
    for (const name of names) {
      target[name] ??= {}
      target = target[name] as Record<string, unknown>
    }
    target[last] = path === 'employees_quantity' && /^\d+$/.test(text) ? Number(text) : text
  }
  return body as unknown as CreateAccountBody
}

const BAR_WIDTH = 30
const bar = (share: number) => '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')

/** Shows the progress on a terminal, and nothing elsewhere. `total` is at least `done`, which is at least 1. */
function showProgress(done: number, total: number, note = ''): void {
  if (!stderr.isTTY) return
  stderr.write(`\r\x1b[K${bar(done / total)} ${done}/${total}${note}${done >= total ? '\n' : ''}`)
}
