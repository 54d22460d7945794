import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { decodeText, parseDelimited } from '../file-formats/csv.ts'

/** The first row with text has the headings. Line numbers are those that a spreadsheet shows. */
export interface Sheet {
  headings: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}

export type SheetProblem = 'unreadable' | 'empty' | 'no-rows' | 'old-excel'

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads an .xlsx or CSV file. Its content decides which of the two it is. */
export async function readSheetFile(file: Blob): Promise<Sheet | SheetProblem> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (startsWith(bytes, OLD_EXCEL)) return 'old-excel'
    if (!startsWith(bytes, ZIP)) return readSheetText(decodeText(bytes))
    const { readXlsx } = await loadChunk(() => import('../file-formats/xlsx.ts'))
    return toSheet(readXlsx(bytes))
  } catch (error) {
    console.warn(error)
    return 'unreadable'
  }
}

/** Reads CSV, or cells that were copied from a spreadsheet. */
export const readSheetText = (text: string): Sheet | SheetProblem =>
  // A file of other bytes is not text.
  text.includes('\0') ? 'unreadable' : toSheet(parseDelimited(text))

function toSheet(table: readonly (readonly string[])[]): Sheet | SheetProblem {
  const lines = table.map((cells, index) => ({ line: index + 1, cells: cells.map((text) => text.trim()) }))
  const [first, ...rows] = lines.filter(({ cells }) => cells.some((text) => text !== ''))
  if (!first) return 'empty'
  return rows.length === 0 ? 'no-rows' : { headings: first.cells, rows }
}
