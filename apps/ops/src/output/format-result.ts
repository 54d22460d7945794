import type { Failure } from './describe-failure.ts'
import { printable } from './printable.ts'

/** Formats a list as a table and a record as one line per field. With `asJson`, returns one line of JSON. */
export function formatResult(result: unknown, asJson: boolean): string {
  if (asJson) return `${printable(JSON.stringify(result))}\n`
  const rows = Array.isArray(result) ? tableOf(result) : fieldsOf(result)
  return formatRows(rows)
}

export interface FittedTable {
  text: string
  /** Columns that the table leaves out. */
  omitted: string[]
}

/** Formats a list as a table of at most `maxWidth` characters: shortens long texts, then leaves out the last columns. */
export function formatTable(records: readonly object[], maxWidth: number): FittedTable {
  const rows = tableOf(records).map((row) => row.map(shorten))
  const [names = []] = rows
  const columns = countFittingColumns(widthsOf(rows), maxWidth)
  return { text: formatRows(rows.map((row) => row.slice(0, columns))), omitted: names.slice(columns) }
}

const MAX_CELL_WIDTH = 40
const GAP = '  '

const shorten = (cell: string) =>
  width(cell) <= MAX_CELL_WIDTH ? cell : `${[...cell].slice(0, MAX_CELL_WIDTH - 1).join('')}…`

/** Returns the number of leading columns that fit, at least one. */
function countFittingColumns(widths: readonly number[], maxWidth: number): number {
  let total = 0
  for (const [index, columnWidth] of widths.entries()) {
    total += columnWidth + (index === 0 ? 0 : GAP.length)
    if (index > 0 && total > maxWidth) return index
  }
  return widths.length
}

const formatRows = (rows: readonly string[][]) =>
  alignColumns(rows)
    .map((line) => `${line}\n`)
    .join('')

/** Formats the message and a line per invalid field; with `asJson`, one line of JSON. */
export function formatFailure(failure: Failure, asJson: boolean): string {
  if (asJson) return formatResult({ error: failure }, true)
  const { message, fields = {}, retryAfterSeconds } = failure
  const first = retryAfterSeconds === undefined ? message : `${message} (Retry-After: ${retryAfterSeconds})`
  const ofFields = Object.entries(fields).flatMap(([name, messages]) => messages.map((text) => `${name}: ${text}`))
  return `error: ${[first, ...ofFields].map(printable).join('\n  ')}\n`
}

/** Returns the names of all fields, in the order in which they first occur. */
export const columnsOf = (records: readonly object[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
]

function tableOf(records: readonly object[]): string[][] {
  if (records.length === 0) return [['None.']]
  const names = columnsOf(records)
  return [names, ...records.map((record) => names.map((name) => inline(valueOf(record, name))))]
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
    // A period of a work schedule.
    if ('start' in value && 'end' in value) return `${inline(value['start'])}-${inline(value['end'])}`
    return Object.values(value).map(inline).join(' ')
  }
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueOf = (record: object, name: string) => (record as Record<string, unknown>)[name]

function alignColumns(rows: readonly string[][]): string[] {
  const widths = widthsOf(rows)
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}

const widthsOf = (rows: readonly string[][]) =>
  (rows[0] ?? []).map((_, column) => rows.reduce((widest, row) => Math.max(widest, width(row[column] ?? '')), 0))

const width = (text: string) => [...text].length

const pad = (text: string, to: number) => text + ' '.repeat(to - width(text))

/**
 * Matches the places where an inserted apostrophe prevents a formula. A formula begins with `=`, `+`, `-` or `@`, or their
 * full-width forms. It may begin at the start of a value, or after a `,` or `;`, where a spreadsheet may split the value.
 * Quotes may stand between the separator and the formula.
 */
const FORMULA = /^(?=[=+\-@＝＋－＠])|([;,]"*)(?=[=+\-@＝＋－＠])/g

/** Formats records as CSV (RFC 4180). All of them must have the fields of the first record. */
export const formatCsv = (records: readonly object[]): string =>
  records.map((record) => formatCsvLine(Object.values(record))).join('')

export const formatCsvHeader = ([first]: readonly object[]): string => (first ? formatCsvLine(Object.keys(first)) : '')

const formatCsvLine = (values: readonly unknown[]) => `${values.map(formatCsvCell).join(',')}\r\n`

function formatCsvCell(value: unknown): string {
  if (value == null) return ''
  if (typeof value === 'number') return String(value)
  const text = printable(typeof value === 'string' ? value : JSON.stringify(value))
  const safe = text.replace(FORMULA, "$1'")
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
