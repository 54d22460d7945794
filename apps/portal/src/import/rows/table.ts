import type { SourceRow } from '../file/read-workbook.ts'

export interface Table {
  headings: readonly string[]
  rows: readonly SourceRow[]
}
