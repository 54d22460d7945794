import { expect, it } from 'vitest'
import { type AccountDraft, type Field, FIELDS } from '../accounts/account-draft.ts'
import { LOCALES } from '@partner-accounts/ui/messages'
import { checkRows } from './check-rows.ts'
import { matchColumns, missingFields, rememberColumns, rememberedColumns } from './columns.ts'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { readSheetFile, readSheetText, type Sheet } from './read-sheet.ts'
import { templateCsv, toCells } from './template.ts'
import { toRows } from './to-rows.ts'

const sheetOf = (read: Sheet | string): Sheet => {
  if (typeof read === 'string') throw new Error(`expected a sheet, not ${read}`)
  return read
}
const importText = (text: string) => {
  const sheet = sheetOf(readSheetText(text))
  return toRows(sheet, matchColumns(sheet.headings, new Map()))
}
const [example] = importText(templateCsv('pt-BR'))
const importWith = (changes: Partial<AccountDraft>) => {
  const [row] = importText(writeCsv(FIELDS, [{ ...example?.draft, ...changes }]))
  if (!row) throw new Error('no row')
  return row
}

it.each(LOCALES)('imports the template in %s', (locale) => {
  expect(importText(templateCsv(locale))).toEqual([example])
  expect(example?.draft).toMatchObject({ 'company_doc.cnpj': '12ABC34501DE35', mobile_phone: '11987654321' })
})

it('imports columns in any order, with either delimiter, by their names in the API', () => {
  const columns = FIELDS.toReversed()
  const csv = `${columns.join(',')}\n${columns.map((field) => `"${example?.draft[field]}"`).join(',')}\n`
  expect(importText(csv)).toEqual([example])
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
  const file = new Blob([new Uint8Array(Buffer.from(`${bom}${templateCsv('pt-BR').slice(1)}`, encoding))])
  const sheet = sheetOf(await readSheetFile(file))
  expect(toRows(sheet, matchColumns(sheet.headings, new Map()))).toEqual([example])
})

it('reads a file that begins with sep=', () => {
  const [row] = importText(`sep=;\r\n${templateCsv('pt-BR').slice(1)}`)
  expect(row).toEqual({ ...example, line: 3 })
})

it('counts empty rows, so that row numbers are those of the spreadsheet', () => {
  const [headings, row] = templateCsv('en').split('\r\n')
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

it('reports a workbook of Excel 97', async () => {
  expect(await readSheetFile(new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])]))).toBe('old-excel')
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
  rememberColumns(storage, headings, [...columns.slice(0, 3), undefined, 'company_doc.trade_name'])
  expect(matchColumns(headings, rememberedColumns(storage)).slice(3)).toEqual([undefined, 'company_doc.trade_name'])
})

it('requires one of the two documents', () => {
  const withoutDocuments = FIELDS.filter((field) => !['company_doc.cnpj', 'company_doc.cpf'].includes(field))
  expect(missingFields(withoutDocuments)).toEqual(['company_doc.cnpj'])
  expect(missingFields([...withoutDocuments, 'company_doc.cpf'])).toEqual([])
})

it('writes formatted documents, and values that cannot be formatted as they are', () => {
  const cells = toCells({ ...(example as { draft: AccountDraft }).draft, 'company_doc.cpf': '123' }, 'pt-BR')
  expect([cells['CNPJ'], cells['CPF'], cells['Celular com DDD']]).toEqual([
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

it('reports an e-mail that occurs twice, whatever its case', () => {
  const { draft } = importWith({})
  const again = { ...draft, email: draft.email.toUpperCase() }
  const problems = checkRows(
    [
      { line: 2, draft },
      { line: 4, draft: again },
    ],
    'en',
  )
  expect([...problems]).toEqual([[4, [{ field: 'email', message: 'The same e-mail is in row 2.' }]]])
})
