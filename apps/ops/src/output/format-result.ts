import type { Failure } from './describe-failure.ts'
import { printable } from './printable.ts'

/** Formats a list as a table, a record as a line per field; with `asJson`, one line of JSON. */
export function formatResult(result: unknown, asJson: boolean): string {
  if (asJson) return `${printable(JSON.stringify(result))}\n`
  const lines = Array.isArray(result) ? listLines(result) : alignColumns(fieldsOf(result))
  return lines.map((line) => `${line}\n`).join('')
}

/** Formats the message and a line per invalid field; with `asJson`, one line of JSON. */
export function formatFailure(failure: Failure, asJson: boolean): string {
  if (asJson) return formatResult({ error: failure }, true)
  const { message, fields = {}, retryAfterSeconds } = failure
  const first = retryAfterSeconds === undefined ? message : `${message} (Retry-After: ${retryAfterSeconds})`
  const ofFields = Object.entries(fields).flatMap(([name, messages]) => messages.map((text) => `${name}: ${text}`))
  return `error: ${[first, ...ofFields].map(printable).join('\n  ')}\n`
}

function listLines(records: readonly object[]): string[] {
  if (records.length === 0) return ['None.']
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return alignColumns([names, ...records.map((record) => names.map((name) => inline(valueOf(record, name))))])
}

/** Returns names and values. Nested fields have dotted names; a list has a line per record. */
function fieldsOf(value: unknown, name = ''): string[][] {
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, field]) => fieldsOf(field, name === '' ? key : `${name}.${key}`))
  }
  if (Array.isArray(value) && value.some(isRecord)) {
    return value.map((element, index) => [index === 0 ? name : '', inline(element)])
  }
  return [[name, inline(value)]]
}

function inline(value: unknown): string {
  if (value == null) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(inline).join(', ')
  if (isRecord(value)) {
    if ('start' in value && 'end' in value) return `${inline(value['start'])}-${inline(value['end'])}`
    return Object.values(value).map(inline).join(' ')
  }
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueOf = (record: object, name: string) => (record as Record<string, unknown>)[name]

function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const width = (text: string) => [...text].length

const pad = (text: string, to: number) => text + ' '.repeat(to - width(text))

/** Where spreadsheets would begin a formula, whatever the list separator. */
const FORMULA = /^(?=[=+\-@＝＋－＠])|([;,]"*)(?=[=+\-@＝＋－＠])/g

/** RFC 4180. All records must have the first one's fields. */
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
