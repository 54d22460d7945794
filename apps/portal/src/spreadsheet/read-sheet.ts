import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { decodeText, parseDelimited } from '@partner-accounts/ui/read-csv'
import type { SourceSheet } from './read-workbook.ts'

export type SheetProblem = 'unreadable' | 'too-large' | 'empty' | 'no-rows' | 'old-excel' | 'protected'
type Read = SourceSheet[] | SheetProblem

/** 2,000 rows take less than 1 MB. */
const MAX_FILE_BYTES = 10_000_000
/** 2,000 rows take less than a second. */
const READ_TIMEOUT_MS = 10_000

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** A container of Excel 97, or of an encrypted .xlsx. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const ENCRYPTED = 'EncryptedPackage'

/** The content decides between .xlsx and CSV. */
export async function readSheetFile(file: Blob): Promise<Read> {
  try {
    if (file.size > MAX_FILE_BYTES) return 'too-large'
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (startsWith(bytes, OLE)) {
      return new TextDecoder('utf-16le').decode(bytes).includes(ENCRYPTED) ? 'protected' : 'old-excel'
    }
    if (!startsWith(bytes, ZIP)) return readSheetText(decodeText(bytes))
    return withText(await loadChunk(() => readInWorker(bytes)))
  } catch (error) {
    console.warn(error)
    return 'unreadable'
  }
}

/**
 * In a worker, because a few hundred bytes may describe billions of rows.
 * @throws if the worker could not be loaded
 */
function readInWorker(bytes: Uint8Array): Promise<Read> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Read>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Read>) => resolve(data)
    worker.onerror = () => reject(new Error('the reader of workbooks failed'))
    setTimeout(() => resolve('too-large'), READ_TIMEOUT_MS)
    worker.postMessage(bytes.buffer)
  }).finally(() => worker.terminate())
}

export const readSheetText = (text: string): Read =>
  // Binary files contain NUL bytes.
  text.includes('\0')
    ? 'unreadable'
    : withText([
        {
          name: '',
          isHidden: false,
          rows: parseDelimited(text).map((cells, index) => ({ line: index + 1, cells, isHidden: false })),
        },
      ])

function withText(read: Read): Read {
  if (typeof read === 'string') return read
  const trimmed = read.map((sheet) => ({
    ...sheet,
    rows: sheet.rows
      .map((row) => ({ ...row, cells: row.cells.map((text) => text.trim()) }))
      .filter(({ cells }) => cells.some((text) => text !== '')),
  }))
  const tables = trimmed.filter(({ rows }) => rows.length > 1)
  if (tables.length > 0) return tables
  return trimmed.some(({ rows }) => rows.length > 0) ? 'no-rows' : 'empty'
}
