import type { Table } from './rows/table.ts'

const MAX_EXAMPLES = 2

/** Returns the first texts of a column, without repetitions. */
export function examplesOf({ rows }: Table, column: number): string {
  const texts = new Set(rows.map(({ cells }) => cells[column] ?? ''))
  texts.delete('')
  return [...texts].slice(0, MAX_EXAMPLES).join(' · ')
}
