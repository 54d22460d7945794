import { printable } from './printable.ts'

/** Where a spreadsheet would begin a formula, whatever its list separator. */
const FORMULA = /^(?=[=+\-@＝＋－＠])|([;,]"*)(?=[=+\-@＝＋－＠])/g

/** Formats records as CSV (RFC 4180). All must have the first one's fields. */
export const formatCsv = (records: readonly object[]): string =>
  records.map((record) => line(Object.values(record))).join('')

export const formatCsvHeader = ([first]: readonly object[]): string => (first ? line(Object.keys(first)) : '')

const line = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value == null) return ''
  if (typeof value === 'number') return String(value)
  const text = printable(typeof value === 'string' ? value : JSON.stringify(value))
  const safe = text.replace(FORMULA, "$1'")
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
