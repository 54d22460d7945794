import type { Table } from './rows/table.ts'

const MAX_EXAMPLES = 2

/** Returns the first different texts of a column. */
export function examplesOf({ rows }: Table, column: number): string {
  const texts = new Set(rows.flatMap(({ cells }) => cells[column] || []))
  return [...texts].slice(0, MAX_EXAMPLES).join(' · ')
}
