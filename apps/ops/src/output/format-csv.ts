import { printable } from './printable.ts'

/** Where a spreadsheet would begin a formula, whatever its list separator is. */
const FORMULA = /^(?=[=+\-@＝＋－＠])|([;,]"*)(?=[=+\-@＝＋－＠])/g

/** Formats records as comma-separated values, one line each (RFC 4180). All records have the fields of the first one. */
export const formatCsv = (records: readonly object[]): string =>
  records.map((record) => line(Object.values(record))).join('')

/** Returns the line with the names of the fields. */
export const formatCsvHeader = ([first]: readonly object[]): string => (first ? line(Object.keys(first)) : '')

const line = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value == null) return ''
  if (typeof value === 'number') return String(value)
  const text = printable(typeof value === 'string' ? value : JSON.stringify(value))
  const safe = text.replace(FORMULA, "$1'")
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
