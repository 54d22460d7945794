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

/** Finds the headings that match most fields. A visible sheet wins over a hidden copy. */
export function findTable(
  sheets: readonly SourceSheet[],
  remembered: ReadonlyMap<string, Field | undefined>,
): TablePlace {
  const found = sheets.flatMap(({ rows, isHidden }, sheet) =>
    rows.slice(0, MAX_HEADING_ROWS).flatMap((_, heading) =>
      ([1, 2] as const).flatMap((headingRows) => {
        if (heading + headingRows >= rows.length) return []
        const { headings } = tableAt([{ name: '', isHidden, rows: rows.slice(heading, heading + 3) }], {
          sheet: 0,
          heading: 0,
          headingRows,
        })
        const matches = matchColumns({ headings, rows: [] }, remembered).filter(Boolean).length
        const place: TablePlace = { sheet, heading, headingRows }
        return [{ place, matches, rank: [matches, isHidden ? 0 : 1, -headingRows, rows.length] }]
      }),
    ),
  )
  const compare = (one: readonly number[], other: readonly number[]) =>
    one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  const { place, matches } = found.reduce((best, next) => (compare(next.rank, best.rank) > 0 ? next : best))
  const isFirstRowData = matches === 0 && hasContents(sheets[place.sheet]?.rows[0]?.cells ?? [])
  return isFirstRowData ? { ...place, heading: 0, headingRows: 0 } : place
}

/** Whether a row has values that are no headings, such as an e-mail or a tax ID. */
const hasContents = (cells: readonly string[]): boolean => cells.some((text) => fieldOfContents([text]) !== undefined)
