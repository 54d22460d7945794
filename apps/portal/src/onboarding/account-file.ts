import Papa from 'papaparse'
import { type AccountDraft, cleanDraft, EMPTY_DRAFT, type Field, FIELDS, isField } from '../accounts/account-draft.ts'
import type { NewRow } from './batch.ts'

/** The rows of a file, or why it cannot be used. */
export type AccountFile =
  | { kind: 'rows'; rows: NewRow[] }
  | { kind: 'empty' }
  | { kind: 'too-many'; rows: number }
  | { kind: 'missing-columns'; columns: readonly Field[] }

export const MOST_ROWS = 2000

/** Columns that may be left out altogether; of the documents, one may. */
const OPTIONAL: readonly Field[] = [
  'company_doc.cnpj',
  'company_doc.cpf',
  'company_doc.financial_email',
  'company_doc.address.complement',
]

/** Columns are called as the fields are in the service's errors, in any order; others are passed over. */
export function readAccountFile(text: string): AccountFile {
  const { data, meta } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  })
  const columns = (meta.fields ?? []).filter(isField)
  const missing = FIELDS.filter((field) => !columns.includes(field) && !OPTIONAL.includes(field))
  if (missing.length > 0) return { kind: 'missing-columns', columns: missing }
  // Line 1 has the headings. Empty lines count, as they do in a spreadsheet.
  const rows = data.flatMap((row, index) => (isEmpty(row) ? [] : [{ line: index + 2, draft: toDraft(row, columns) }]))
  if (rows.length === 0) return { kind: 'empty' }
  if (rows.length > MOST_ROWS) return { kind: 'too-many', rows: rows.length }
  return { kind: 'rows', rows }
}

const isEmpty = (row: Record<string, string>) => Object.values(row).every((text) => String(text).trim() === '')

function toDraft(row: Record<string, string>, columns: readonly Field[]): AccountDraft {
  const given = Object.fromEntries(columns.map((field) => [field, row[field] ?? '']))
  return restoreZeros(cleanDraft({ ...EMPTY_DRAFT, ...given }))
}

/** Spreadsheets take digits for numbers, and drop the zeros that they begin with. */
const LENGTHS: Partial<Record<Field, number>> = {
  'company_doc.cnpj': 14,
  'company_doc.cpf': 11,
  'company_doc.address.cep': 8,
}

function restoreZeros(draft: AccountDraft): AccountDraft {
  const restored = { ...draft }
  for (const [field, length] of Object.entries(LENGTHS) as [Field, number][]) {
    if (/^\d{5,}$/.test(draft[field])) restored[field] = draft[field].padStart(length, '0')
  }
  return restored
}

/** UTF-8, or what spreadsheets in Brazil write when they are not asked for it. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const EXAMPLE: AccountDraft = {
  'company_doc.name': 'Padaria Estrela Ltda',
  'company_doc.trade_name': 'Padaria Estrela',
  'company_doc.cnpj': '12.ABC.345/01DE-35',
  'company_doc.cpf': '',
  'company_doc.financial_email': 'financeiro@estrela.example',
  employees_quantity: '12',
  full_name: 'Maria da Silva',
  email: 'maria@estrela.example',
  mobile_phone: '(11) 98765-4321',
  'company_doc.address.cep': '01310-100',
  'company_doc.address.street_name': 'Avenida Paulista',
  'company_doc.address.street_number': '1578',
  'company_doc.address.complement': 'Conjunto 12',
  'company_doc.address.neighborhood': 'Bela Vista',
  'company_doc.address.city': 'São Paulo',
  'company_doc.address.state': 'SP',
}

/**
 * Cells that a spreadsheet would run as a formula. Some take the full-width forms, as Asian keyboards type them, for the
 * ASCII characters.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/** With the mark by which spreadsheets know UTF-8, and the delimiter that they expect in Brazil. */
export const writeCsv = (columns: readonly string[], rows: readonly Record<string, string>[]): string =>
  `\uFEFF${Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((column) => row[column] ?? '')) }, { delimiter: ';', escapeFormulae: FORMULA })}\r\n`

export const templateCsv = (): string => writeCsv(FIELDS, [EXAMPLE])
