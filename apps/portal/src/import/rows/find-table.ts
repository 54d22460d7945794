import type { Field } from '../../accounts/account-draft.ts'
import { GROUP_SEPARATOR, matchColumns } from './columns.ts'
import { fieldOfContents } from './contents.ts'
import { joinSplitColumns } from './join-columns.ts'
import type { SourceSheet } from '../file/read-workbook.ts'
import type { Table } from './table.ts'

export interface TablePlace {
  /** Index of the sheet. */
  sheet: number
  /** Index of the first row of headings. */
  heading: number
  /** Some files have no headings. With two rows, the first one names groups of columns. */
  headingRows: 0 | 1 | 2
}

/** Number of rows at the top that are searched for headings. */
export const MAX_HEADING_ROWS = 20

export function tableAt(sheets: readonly SourceSheet[], { sheet, heading, headingRows }: TablePlace): Table {
  const rows = sheets[sheet]?.rows ?? []
  const used = rows.slice(heading)
  const width = used.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const [first = [], second = []] = used.map(({ cells }) => cells)
  const headings = headingsOf(first, second, headingRows)
  const padded = Array.from({ length: width }, (_, column) => headings[column] ?? '')
  return joinSplitColumns({ headings: padded, rows: used.slice(headingRows) })
}

function headingsOf(
  first: readonly string[],
  second: readonly string[],
  headingRows: TablePlace['headingRows'],
): readonly string[] {
  if (headingRows === 0) return []
  return headingRows === 1 ? first : groupedHeadings(first, second)
}

/** Returns headings such as `Administrador › E-mail`. A group's cell is merged: only its first column has the text. */
function groupedHeadings(groups: readonly string[], names: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(groups.length, names.length) }, (_, column) => {
    const text = groups[column] ?? ''
    const name = names[column] ?? ''
    if (text !== '') group = text
    if (name === '') return text
    return group === '' ? name : `${group}${GROUP_SEPARATOR}${name}`
  })
}

interface Candidate {
  place: TablePlace
  /** Number of fields that the headings name. */
  matches: number
  /** Compared number by number: at the first difference, the larger number wins. */
  rank: readonly number[]
}

function compareRanks(one: Candidate, other: Candidate): number {
  for (const [index, value] of one.rank.entries()) {
    const difference = value - (other.rank[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Finds the headings that match the most fields. A visible sheet wins over a hidden copy. */
export function findTable(
  sheets: readonly SourceSheet[],
  remembered: ReadonlyMap<string, Field | undefined>,
): TablePlace {
  const candidates = sheets.flatMap((sheet, index) => candidatesIn(sheet, index, remembered))
  const [best] = candidates.sort((one, other) => compareRanks(other, one))
  if (best && best.matches > 0) return best.place
  const sheetWithoutHeadings = sheets.findIndex(({ rows }) => hasContents(rows[0]?.cells ?? []))
  if (sheetWithoutHeadings !== -1) return { sheet: sheetWithoutHeadings, heading: 0, headingRows: 0 }
  return best?.place ?? { sheet: 0, heading: 0, headingRows: 1 }
}

const MIN_MATCHES_OF_TABLE = 3

/** Returns whether another visible sheet has customers, too. */
export const hasOtherTables = (
  sheets: readonly SourceSheet[],
  { sheet: chosen }: TablePlace,
  remembered: ReadonlyMap<string, Field | undefined>,
): boolean =>
  sheets.some(
    (sheet, index) =>
      index !== chosen &&
      !sheet.isHidden &&
      candidatesIn(sheet, index, remembered).some(({ matches }) => matches >= MIN_MATCHES_OF_TABLE),
  )

function candidatesIn(
  { rows, isHidden }: SourceSheet,
  sheet: number,
  remembered: ReadonlyMap<string, Field | undefined>,
): Candidate[] {
  const firstCustomer = rows.slice(0, MAX_HEADING_ROWS).findIndex(({ cells }) => hasContents(cells))
  const candidates: Candidate[] = []
  for (const heading of rows.slice(0, MAX_HEADING_ROWS).keys()) {
    for (const headingRows of [1, 2] as const) {
      const headingCells = rows.slice(heading, heading + headingRows).map(({ cells }) => cells)
      const hasRowsBelow = heading + headingRows < rows.length
      if (!hasRowsBelow || headingCells.some(hasContents)) continue
      const matches = countMatches(rows.slice(heading, heading + headingRows + 1), headingRows, remembered)
      // Below the first customer, a single match is no heading, but probably a customer whose name resembles a heading.
      const isBelowCustomer = firstCustomer !== -1 && firstCustomer < heading
      if (isBelowCustomer && matches < 2) continue
      const place: TablePlace = { sheet, heading, headingRows }
      // Most matches, then visible sheets, fewer rows of headings, and more rows.
      candidates.push({ place, matches, rank: [matches, isHidden ? 0 : 1, -headingRows, rows.length] })
    }
  }
  return candidates
}

/** Returns the number of fields that headings name. `rows` are the headings and one row below them. */
function countMatches(
  rows: SourceSheet['rows'],
  headingRows: TablePlace['headingRows'],
  remembered: ReadonlyMap<string, Field | undefined>,
): number {
  const { headings } = tableAt([{ name: '', isHidden: false, rows }], { sheet: 0, heading: 0, headingRows })
  return matchColumns({ headings, rows: [] }, remembered).filter(Boolean).length
}

/** Returns whether a row has values that are no headings, such as an e-mail or a tax ID. */
function hasContents(cells: readonly string[]): boolean {
  const fields = cells.map((text) => fieldOfContents([text]))
  return fields.some((field) => field !== undefined && field !== 'company_doc.address.state')
}
