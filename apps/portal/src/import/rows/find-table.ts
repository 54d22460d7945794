import type { Field } from '../../accounts/account-draft.ts'
import { GROUP_SEPARATOR, matchColumns } from './columns.ts'
import { fieldOfContents } from './contents.ts'
import { joinSplitColumns } from './join-columns.ts'
import type { SourceSheet } from '../file/read-workbook.ts'
import type { Table } from './table.ts'

export interface TablePlace {
  sheet: number
  heading: number
  /** A second line names a group's columns. Some files have none. */
  headingRows: 0 | 1 | 2
}

export const MAX_HEADING_ROWS = 20

export function tableAt(sheets: readonly SourceSheet[], { sheet, heading, headingRows }: TablePlace): Table {
  const rows = sheets[sheet]?.rows ?? []
  const [first = [], second = []] = rows.slice(heading).map(({ cells }) => cells)
  const data = rows.slice(heading + headingRows)
  const headingCells = [first, second].slice(0, headingRows).map((cells) => ({ cells }))
  const used = [...headingCells, ...data]
  const width = used.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  // A merged cell's text is in its first column.
  let group = ''
  const headings = Array.from({ length: width }, (_, column) => {
    const text = first[column] ?? ''
    if (headingRows === 0) return ''
    if (headingRows === 1) return text
    const name = second[column] ?? ''
    group = text || group
    return name === '' ? text : [group, name].filter(Boolean).join(GROUP_SEPARATOR)
  })
  return joinSplitColumns({ headings, rows: data })
}

interface Candidate {
  place: TablePlace
  matches: number
  rank: readonly number[]
}

/** Finds the headings that match most fields. A visible sheet wins over a hidden copy. */
export function findTable(
  sheets: readonly SourceSheet[],
  remembered: ReadonlyMap<string, Field | undefined>,
): TablePlace {
  const [first, ...others] = sheets.flatMap((sheet, index) => candidatesIn(sheet, index, remembered))
  const compare = (one: readonly number[], other: readonly number[]) =>
    one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  const best = others.reduce((better, next) => (better && compare(next.rank, better.rank) <= 0 ? better : next), first)
  if (best && best.matches > 0) return best.place
  const withoutHeadings = sheets.findIndex(({ rows }) => hasContents(rows[0]?.cells ?? []))
  if (withoutHeadings !== -1) return { sheet: withoutHeadings, heading: 0, headingRows: 0 }
  return best?.place ?? { sheet: 0, heading: 0, headingRows: 1 }
}

const MIN_MATCHES_OF_TABLE = 3

/** Whether another visible sheet has customers, too. */
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
  const firstData = rows.slice(0, MAX_HEADING_ROWS).findIndex(({ cells }) => hasContents(cells))
  return rows.slice(0, MAX_HEADING_ROWS).flatMap((_, heading) =>
    ([1, 2] as const).flatMap((headingRows): Candidate[] => {
      if (heading + headingRows >= rows.length) return []
      if (rows.slice(heading, heading + headingRows).some(({ cells }) => hasContents(cells))) return []
      const { headings } = tableAt([{ name: '', isHidden, rows: rows.slice(heading, heading + 3) }], {
        sheet: 0,
        heading: 0,
        headingRows,
      })
      const matches = matchColumns({ headings, rows: [] }, remembered).filter(Boolean).length
      // Below customers, one heading may be the name of a customer.
      if (matches < 2 && firstData !== -1 && firstData < heading) return []
      const place: TablePlace = { sheet, heading, headingRows }
      return [{ place, matches, rank: [matches, isHidden ? 0 : 1, -headingRows, rows.length] }]
    }),
  )
}

/** Whether a row has values that are no headings, such as an e-mail or a tax ID. */
function hasContents(cells: readonly string[]): boolean {
  const fields = cells.map((text) => fieldOfContents([text]))
  return fields.some((field) => field !== undefined && field !== 'company_doc.address.state')
}
