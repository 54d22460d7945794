import { normalizeHeading } from './normalize-heading.ts'
import type { Table } from './table.ts'

/** Columns that together have one value, by the beginnings of their headings. */
const SPLIT: readonly { headings: readonly RegExp[]; separator: string; widths?: readonly number[] }[] = [
  // As numbers, the parts have lost their zeros.
  { headings: [/^cnpj basico$/, /^cnpj ordem$/, /^cnpj dv$/], separator: '', widths: [8, 4, 2] },
  { headings: [/^tipo (de )?logradouro$/, /^logradouro$/], separator: ' ' },
  { headings: [/^ddd( 1)?( celular)?$/, /^(tele)?fone( 1)?$|^tel$|^celular$|^whatsapp$/], separator: '' },
]

/** Adds a column for values that the tax authority and ERPs keep in several, such as the area code of a telephone. */
export function joinSplitColumns({ headings, rows }: Table): Table {
  const names = headings.map(normalizeHeading)
  const joined = SPLIT.flatMap(({ headings: patterns, separator, widths = [] }) => {
    const columns = patterns.map((pattern) => names.findIndex((name) => pattern.test(name)))
    return columns.includes(-1) ? [] : [{ columns, separator, widths }]
  })
  if (joined.length === 0) return { headings, rows }
  return {
    headings: [...headings, ...joined.map(({ columns }) => columns.map((column) => headings[column]).join(' + '))],
    rows: rows.map((row) => {
      const padded = headings.map((_, column) => row.cells[column] ?? '')
      const added = joined.map(({ columns, separator, widths }) =>
        columns
          .map((column, part) => padded[column]?.padStart(padded[column] === '' ? 0 : (widths[part] ?? 0), '0'))
          .filter(Boolean)
          .join(separator),
      )
      return { ...row, cells: [...padded, ...added] }
    }),
  }
}
