import { expect, it } from 'vitest'
import { LOCALES } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { type AccountDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import { editRow } from '../onboarding/import-draft.ts'
import { checkRows } from './check-rows.ts'
import { matchColumns, missingFields, rememberColumn, rememberedColumns } from './columns.ts'
import { findTable, tableAt } from './find-table.ts'
import { readSheetFile, readSheetText } from './read-sheet.ts'
import type { SourceSheet } from './read-workbook.ts'
import { cellsOf, columnLabels, SAMPLE } from './template.ts'
import { toRows } from './to-rows.ts'

const sheetsOf = (read: SourceSheet[] | string): SourceSheet[] => {
  if (typeof read === 'string') throw new Error(`expected sheets, not ${read}`)
  return read
}
const importSheets = (read: SourceSheet[] | string) => {
  const sheets = sheetsOf(read)
  const table = tableAt(sheets, findTable(sheets, new Map()))
  return toRows(table, matchColumns(table.headings, new Map()))
}
const importText = (text: string) => importSheets(readSheetText(text))
const SAMPLE_ROW = Object.fromEntries(cellsOf(SAMPLE).map((cell, index) => [FIELDS[index], cell]))
const csvWith = (changes: object) => writeCsv(FIELDS, [{ ...SAMPLE_ROW, email: 'maria@padaria.example', ...changes }])
const [example] = importText(csvWith({}))
const importWith = (changes: Partial<AccountDraft>) => {
  const [row] = importText(csvWith({ ...example?.draft, ...changes }))
  if (!row) throw new Error('no row')
  return row
}
/** Rows of Excel: lines, cells. */
const sheetOf = (...lines: string[]) => ({
  name: '',
  isHidden: false,
  rows: lines.map((cells, index) => ({ line: index + 1, cells: cells.split('|'), isHidden: false })),
})

it.each(LOCALES)('recognizes the columns of the template in %s, and leaves its example out', (locale) => {
  const [row] = importText(
    writeCsv(columnLabels(locale), [
      Object.fromEntries(columnLabels(locale).map((label, index) => [label, cellsOf(SAMPLE)[index] ?? ''])),
    ]),
  )
  expect(row).toMatchObject({ exclusion: 'example', damage: {} })
  expect(row?.draft).toEqual({ ...example?.draft, email: SAMPLE.email })
})

it('imports columns in any order, with either delimiter, by their names in the API', () => {
  const columns = FIELDS.toReversed()
  const csv = `${columns.join(',')}\n${columns.map((field) => `"${example?.draft[field]}"`).join(',')}\n`
  expect(importText(csv)[0]?.draft).toEqual(example?.draft)
})

it.each([
  ['company_doc.cnpj', '191000100', '191000100'],
  ['company_doc.cnpj', '1234567000195', '01234567000195'],
  ['company_doc.cnpj', '123456000149', '00123456000149'],
  ['company_doc.cnpj', '191000128', '191000128'],
  ['company_doc.cnpj', '12345678', '12345678'],
  ['company_doc.cnpj', '12.345.678/0001-9', '1234567800019'],
  ['company_doc.cnpj', '1234567000189', '1234567000189'],
  ['company_doc.cnpj', '52998224725', '52998224725'],
  ['company_doc.cpf', '1234567890', '01234567890'],
  ['company_doc.cpf', '987654349', '00987654349'],
  ['company_doc.cpf', '1234567891', '1234567891'],
  ['company_doc.address.cep', '1310100', '01310100'],
  ['company_doc.address.cep', '310100', '310100'],
] satisfies [Field, string, string][])('imports %s %s as %s', (field, typed, expected) => {
  const { draft, restored } = importWith({ [field]: typed })
  expect(draft[field]).toBe(expected)
  expect(restored).toEqual(expected.startsWith('0') ? [field] : [])
})

it.each([
  ['São Paulo', 'SP'],
  ['rio grande do sul', 'RS'],
  ['mg', 'MG'],
  ['Lisboa', 'LISBOA'],
])('reads the state %s as %s', (typed, code) => {
  expect(importWith({ 'company_doc.address.state': typed }).draft['company_doc.address.state']).toBe(code)
})

it.each(['utf8', 'latin1', 'utf16le'] as const)('reads a file in %s', async (encoding) => {
  const bom = encoding === 'utf16le' ? '\uFEFF' : ''
  const file = new Blob([new Uint8Array(Buffer.from(`${bom}${csvWith({}).slice(1)}`, encoding))])
  expect(importSheets(await readSheetFile(file))).toEqual([example])
})

it('reads a file that begins with sep=', () => {
  const [row] = importText(`sep=;\r\n${csvWith({}).slice(1)}`)
  expect(row).toEqual({ ...example, line: 3 })
})

it('counts empty rows, so that row numbers are those of the spreadsheet', () => {
  const [headings, row] = csvWith({}).split('\r\n')
  expect(importText(`${headings}\r\n\r\n;;;\r\n${row}\r\n\r\n${row}\r\n`).map(({ line }) => line)).toEqual([4, 6])
})

it.each([
  ['', 'empty'],
  ['\n\n', 'empty'],
  ['CNPJ;CEP\n', 'no-rows'],
  ['\0\x01', 'unreadable'],
])('reports %j as %s', (text, problem) => {
  expect(readSheetText(text)).toBe(problem)
})

it.each([
  ['', 'old-excel'],
  ['EncryptedPackage', 'protected'],
])('reports a container of Excel 97 with a stream %j as %s', async (stream, problem) => {
  const bytes = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from(stream, 'utf16le')])
  expect(await readSheetFile(new Blob([new Uint8Array(bytes)]))).toBe(problem)
})

it('finds columns by their Portuguese headings and remembers what people chose for others', () => {
  const headings = ['RAZÃO SOCIAL', 'Cnpj', 'Município', 'Qtd. funcionários', 'Apelido']
  const columns = matchColumns(headings, new Map())
  expect(columns).toEqual([
    'company_doc.name',
    'company_doc.cnpj',
    'company_doc.address.city',
    'employees_quantity',
    undefined,
  ])
  expect(missingFields(columns)).toContain('company_doc.trade_name')

  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  rememberColumn(storage, 'Apelido', 'company_doc.trade_name')
  rememberColumn(storage, 'Município', undefined)
  expect(matchColumns(headings, rememberedColumns(storage)).slice(2)).toEqual([
    undefined,
    'employees_quantity',
    'company_doc.trade_name',
  ])
})

it.each([
  [
    ['E-mail', 'E-mail do administrador'],
    [undefined, 'email'],
  ],
  [
    ['Administrator e-mail', 'E-mail', 'E-mail of the administrator'],
    ['email', undefined, undefined],
  ],
  [
    ['E-mail do financeiro', 'E-mail'],
    ['company_doc.financial_email', 'email'],
  ],
  [
    ['Contato', 'Nome do administrador'],
    [undefined, 'full_name'],
  ],
  [
    ['Administrador › E-mail', 'Financeiro › E-mail', 'Empresa › CNPJ'],
    ['email', 'company_doc.financial_email', 'company_doc.cnpj'],
  ],
])('matches the columns %j to %j: the more specific heading wins', (headings, columns) => {
  expect(matchColumns(headings, new Map())).toEqual(columns)
})

it.each([
  [
    'titles above the headings',
    [sheetOf('Clientes', 'Exportado em 01/02/2026|', 'Razão social|CNPJ|CEP', 'A|1|2')],
    [0, 2, 1],
  ],
  ['a sheet of instructions', [sheetOf('Preencha o CNPJ', 'e o CEP'), sheetOf('CNPJ|CEP', '1|2')], [1, 0, 1]],
  [
    'headings in two lines',
    [sheetOf('Empresa||Administrador||CEP', 'Razão social|CNPJ|Nome|E-mail|', 'A|1|M|m@x|2')],
    [0, 0, 2],
  ],
  ['a title that repeats a heading', [sheetOf('CNPJ|', 'CNPJ|CEP', '1|2')], [0, 1, 1]],
  ['a hidden copy', [{ ...sheetOf('CNPJ|CEP', '1|2', '3|4'), isHidden: true }, sheetOf('CNPJ|CEP', '1|2')], [1, 0, 1]],
  ['no headings', [sheetOf('a|b', '1|2')], [0, 0, 1]],
])('finds the table in a file with %s', (_, sheets, [sheet, heading, headingRows]) => {
  expect(findTable(sheets, new Map())).toEqual({ sheet, heading, headingRows })
})

it('names columns of two lines by group and column', () => {
  const sheets = [sheetOf('CNPJ|Administrador|', '|Nome|E-mail', '1|M|m@x')]
  const { headings, rows } = tableAt(sheets, findTable(sheets, new Map()))
  expect(headings).toEqual(['CNPJ', 'Administrador › Nome', 'Administrador › E-mail'])
  expect(rows).toEqual([{ line: 3, cells: ['1', 'M', 'm@x'], isHidden: false }])
  expect(matchColumns(headings, new Map())).toEqual(['company_doc.cnpj', 'full_name', 'email'])
})

it.each([
  ['TOTAL;;', 'total'],
  ['Total geral: 12;;', 'total'],
  ['Totalcar Ltda;;', undefined],
  ['Total Serviços;;t@total.example', undefined],
])('leaves out the row %j: %s', (row, exclusion) => {
  expect(importText(`Razão social;CNPJ;E-mail\n${row}\n`)[0]?.exclusion).toBe(exclusion)
})

it.each([
  ['company_doc.cnpj', '1,23457E+13', 'Excel cut this number'],
  ['company_doc.cnpj', '#N/A', 'formula'],
  ['full_name', '#REF!', 'formula'],
  ['full_name', '#NOME?', 'formula'],
  ['company_doc.address.street_number', '10/12/2026', 'date'],
  ['company_doc.address.street_number', '10/dez', 'date'],
  ['company_doc.cnpj', '529.982.247-25', 'CPF'],
] satisfies [Field, string, string][])('reports %s %s: %s, until it is corrected', (field, typed, reason) => {
  const row = importWith({ [field]: typed })
  expect(row.draft[field]).toBe(field === 'company_doc.cnpj' && reason === 'CPF' ? '52998224725' : typed)
  expect(checkRows([row], 'en')[0]?.errors[field]).toContain(reason)
  const corrected = editRow(row, { [field]: example?.draft[field] ?? '' })
  expect(checkRows([corrected], 'en')[0]?.errors).toEqual({})
})

it('moves CPFs from a column for both tax IDs', () => {
  const [person, company] = importText('CNPJ/CPF;CEP;UF\n529.982.247-25;1;SP\n12.ABC.345/01DE-35;2;SP\n').map(
    ({ draft }) => draft,
  )
  expect([person?.['company_doc.cpf'], person?.['company_doc.cnpj']]).toEqual(['52998224725', ''])
  expect([company?.['company_doc.cpf'], company?.['company_doc.cnpj']]).toEqual(['', '12ABC34501DE35'])
})

it('requires one of the two tax IDs', () => {
  const withoutDocuments = FIELDS.filter((field) => !['company_doc.cnpj', 'company_doc.cpf'].includes(field))
  expect(missingFields(withoutDocuments)).toEqual(['company_doc.cnpj'])
  expect(missingFields([...withoutDocuments, 'company_doc.cpf'])).toEqual([])
})

it('writes formatted tax IDs, and values that cannot be formatted as they are', () => {
  const cells = cellsOf({ ...SAMPLE, 'company_doc.cpf': '123' })
  const cellOf = (field: Field) => cells[FIELDS.indexOf(field)]
  expect([cellOf('company_doc.cnpj'), cellOf('company_doc.cpf'), cellOf('mobile_phone')]).toEqual([
    '12.ABC.345/01DE-35',
    '123',
    '(11) 98765-4321',
  ])
})

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(1)', '=1\n=2'])(
  'writes %j so that no spreadsheet runs it as a formula',
  (name) => expect(writeCsv(['name'], [{ name }])).toMatch(/\r\n"?'/),
)

it.each(["x,'=cmd|1!A0,y", "x;'=1", 'x,"\'+1', "x\n'@SUM(1)", "x\t'－1"])(
  'writes a formula behind any list separator as %j',
  (safe) => expect(writeCsv(['name'], [{ name: safe.replace("'", '') }])).toContain(safe.replaceAll('"', '""')),
)

it('reports duplicate tax IDs, and duplicate e-mails in any case', () => {
  const row = importWith({})
  const again = { ...row, line: 4, draft: { ...row.draft, email: row.draft.email.toUpperCase() } }
  expect(checkRows([row, again], 'en')).toEqual([
    { row, errors: {}, repeats: undefined },
    { row: again, errors: { email: 'The same e-mail is in row 2.' }, repeats: 2 },
  ])
})
