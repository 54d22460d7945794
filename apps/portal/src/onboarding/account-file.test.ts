import { describe, expect, it } from 'vitest'
import { FIELDS } from '../accounts/account-draft.ts'
import { decodeFile, MOST_ROWS, readAccountFile, templateCsv, writeCsv } from './account-file.ts'
import { findFaultyRows } from './check-rows.ts'

const rowsOf = (text: string) => {
  const file = readAccountFile(text)
  if (file.kind !== 'rows') throw new Error(`expected rows, not ${file.kind}`)
  return file.rows
}
const draftsOf = (text: string) => rowsOf(text).map(({ draft }) => draft)

describe('a file of accounts', () => {
  it('is good as the template has it, with either delimiter and in any order of columns', () => {
    expect(findFaultyRows(rowsOf(templateCsv()), 'en')).toEqual([])
    const [draft] = draftsOf(templateCsv())
    const columns = FIELDS.toReversed()
    const other = `${columns.join(',')}\n${columns.map((field) => `"${draft?.[field]}"`).join(',')}\n`
    expect(draftsOf(other)).toEqual([draft])
  })

  it('gets back the zeros that spreadsheets drop', () => {
    const row = {
      ...draftsOf(templateCsv())[0],
      'company_doc.cnpj': '1234567000195',
      'company_doc.address.cep': '1310100',
    }
    const [draft] = draftsOf(writeCsv(FIELDS, [row]))
    expect([draft?.['company_doc.cnpj'], draft?.['company_doc.address.cep']]).toEqual(['01234567000195', '01310100'])
  })

  it('is read in UTF-8, and in what spreadsheets write without it', () => {
    const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding)).buffer
    expect(decodeFile(bytes('São Paulo', 'utf8'))).toBe('São Paulo')
    expect(decodeFile(bytes('São Paulo', 'latin1'))).toBe('São Paulo')
  })

  it('is refused without rows, with too many, or without columns that are needed', () => {
    expect(readAccountFile(FIELDS.join(';'))).toEqual({ kind: 'empty' })
    const rows = Array.from({ length: MOST_ROWS + 1 }, () => ({ email: 'a@b.example' }))
    expect(readAccountFile(writeCsv(FIELDS, rows))).toEqual({ kind: 'too-many', rows: MOST_ROWS + 1 })
    const some = FIELDS.filter((field) => field !== 'email' && field !== 'company_doc.cpf')
    expect(readAccountFile(some.join(';'))).toEqual({ kind: 'missing-columns', columns: ['email'] })
  })

  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(1)', '=1\n=2'])(
    'is written so that no spreadsheet takes %j for a formula',
    (name) => expect(writeCsv(['name'], [{ name }])).toMatch(/\r\n"?'/),
  )
})

it('finds the same e-mail twice, whatever its case', () => {
  const [draft] = draftsOf(templateCsv())
  if (!draft) throw new Error('the template has a row')
  const again = { ...draft, email: draft.email.toUpperCase() }
  expect(
    findFaultyRows(
      [
        { line: 2, draft },
        { line: 3, draft: again },
      ],
      'en',
    ),
  ).toEqual([
    { line: 3, name: 'Padaria Estrela Ltda', faults: [{ field: 'E-mail', fault: 'The same e-mail is in row 2.' }] },
  ])
})
