import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { decodeText, parseDelimited } from '../file-formats/csv.ts'

/** The first row with text has the headings. Line numbers match the spreadsheet's. */
export interface Sheet {
  headings: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}

export type SheetProblem = 'unreadable' | 'too-large' | 'empty' | 'no-rows' | 'old-excel'

/** 2,000 rows take less than 1 MB. */
const MAX_FILE_BYTES = 10_000_000
/** 2,000 rows take less than a second. */
const READ_TIMEOUT_MS = 10_000

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads .xlsx or CSV, detected by content. */
export async function readSheetFile(file: Blob): Promise<Sheet | SheetProblem> {
  try {
    if (file.size > MAX_FILE_BYTES) return 'too-large'
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (startsWith(bytes, OLD_EXCEL)) return 'old-excel'
    if (!startsWith(bytes, ZIP)) return readSheetText(decodeText(bytes))
    const table = await loadChunk(() => readWorkbook(bytes))
    return typeof table === 'string' ? table : toSheet(table)
  } catch (error) {
    console.warn(error)
    return 'unreadable'
  }
}

/**
 * Reads .xlsx in a worker, because a few hundred bytes may describe billions of rows.
 * @throws if the worker could not be loaded
 */
function readWorkbook(bytes: Uint8Array): Promise<string[][] | SheetProblem> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string[][] | SheetProblem>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string[][] | SheetProblem>) => resolve(data)
    worker.onerror = () => reject(new Error('the reader of workbooks failed'))
    setTimeout(() => resolve('too-large'), READ_TIMEOUT_MS)
    worker.postMessage(bytes.buffer)
  }).finally(() => worker.terminate())
}

export const readSheetText = (text: string): Sheet | SheetProblem =>
  // Binary files contain NUL bytes.
  text.includes('\0') ? 'unreadable' : toSheet(parseDelimited(text))

function toSheet(table: readonly (readonly string[])[]): Sheet | SheetProblem {
  const lines = table.map((cells, index) => ({ line: index + 1, cells: cells.map((text) => text.trim()) }))
  const [first, ...rows] = lines.filter(({ cells }) => cells.some((text) => text !== ''))
  if (!first) return 'empty'
  return rows.length === 0 ? 'no-rows' : { headings: first.cells, rows }
}
