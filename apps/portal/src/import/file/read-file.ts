import { type Reading, readingsOf } from '@partner-accounts/ui/decode-text'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { isDelimited, parseDelimited } from '@partner-accounts/ui/read-csv'
import { fileNamesIn, strFromU8, unzipWorkbook } from '../../file-formats/fflate.ts'
import { readHtml, readOpenDocument, readXmlSpreadsheet } from './read-markup.ts'
import type { SourceSheet } from './read-workbook.ts'

export type FileProblem =
  | 'unreadable'
  | 'too-large'
  | 'empty'
  | 'no-rows'
  | 'old-excel'
  | 'protected'
  | 'xlsb'
  | 'sylk'
  | 'dif'
  | 'numbers'
  | 'pdf'

/** A text that can be read in several encodings. Only a person knows the right one. */
export interface DoubtfulText {
  readings: readonly Reading[]
}

export type ReadResult = SourceSheet[] | FileProblem | DoubtfulText

/** A file of 2,000 rows has less than 1 MB. */
const MAX_FILE_BYTES = 10_000_000
/** Reading 2,000 rows takes less than a second. */
const READ_TIMEOUT_MS = 10_000

// Signatures: the first bytes of a format.
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** A container of Excel 97, or of an encrypted .xlsx. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]
/** Excel 2 to 5 write workbooks without a container. */
const OLD_WORKBOOKS = [0x00, 0x02, 0x04, 0x08].map((version) => [0x09, version])
/** Name of the stream of an encrypted .xlsx in its container. */
const ENCRYPTED = 'EncryptedPackage'

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

/** Reads a file. Recognizes its format by the content, never by the name. */
export async function readFile(file: Blob): Promise<ReadResult> {
  try {
    if (file.size > MAX_FILE_BYTES) return 'too-large'
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (startsWith(bytes, OLE)) {
      return new TextDecoder('utf-16le').decode(bytes).includes(ENCRYPTED) ? 'protected' : 'old-excel'
    }
    if (OLD_WORKBOOKS.some((signature) => startsWith(bytes, signature))) return 'old-excel'
    if (startsWith(bytes, PDF)) return 'pdf'
    return startsWith(bytes, ZIP) ? await readArchive(bytes) : readBytes(bytes)
  } catch (error) {
    console.warn(error)
    return 'unreadable'
  }
}

async function readArchive(bytes: Uint8Array): Promise<ReadResult> {
  const names = fileNamesIn(bytes).map((name) => name.replaceAll('\\', '/').toLowerCase())
  if (names.includes('xl/workbook.bin')) return 'xlsb'
  if (names.some((name) => name.endsWith('.iwa'))) return 'numbers'
  if (!names.includes('content.xml')) return tablesOf(await loadChunk(() => readInWorker(bytes)))
  const files = unzipWorkbook(bytes)
  const textOf = (path: string) => strFromU8(files[path] ?? new Uint8Array())
  if (textOf('META-INF/manifest.xml').includes('encryption-data')) return 'protected'
  return tablesOf(readOpenDocument(textOf('content.xml')))
}

/**
 * Reads a workbook in a worker, which can be stopped: a few hundred bytes may describe billions of rows.
 *
 * @throws if the worker could not be loaded
 */
function readInWorker(bytes: Uint8Array): Promise<SourceSheet[] | FileProblem> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<SourceSheet[] | FileProblem>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SourceSheet[] | FileProblem>) => resolve(data)
    worker.onerror = () => reject(new Error('the reader of workbooks failed'))
    setTimeout(() => resolve('too-large'), READ_TIMEOUT_MS)
    worker.postMessage(bytes.buffer)
  }).finally(() => worker.terminate())
}

function readBytes(bytes: Uint8Array): ReadResult {
  const readings = readingsOf(bytes)
  const text = readings[0]?.text ?? ''
  return readings.length > 1 && !isBinary(text) ? { readings } : readText(text)
}

/** DOS ends files with Ctrl-Z, and some programs fill the rest with NUL bytes. */
const END_OF_FILE = /\x1A[\0\x1A]*/g // eslint-disable-line no-control-regex -- the characters are meant

const isBinary = (text: string): boolean => text.replace(END_OF_FILE, '').includes('\0')

/** Reads CSV, cells from the clipboard, or a format of markup. */
export function readText(content: string): SourceSheet[] | FileProblem {
  const text = content.replace(END_OF_FILE, '')
  if (isBinary(text) || text.startsWith('{\\rtf')) return 'unreadable'
  if (text.startsWith('ID;P')) return 'sylk'
  if (/^TABLE\r?\n0,1\r?\n/.test(text)) return 'dif'
  if (/^\s*<[a-z!?]/i.test(text)) return readMarkup(text.trim())
  const rows = parseDelimited(text).map((cells, index) => ({ line: index + 1, cells, isHidden: false }))
  return tablesOf([{ name: '', isHidden: false, rows }])
}

function readMarkup(text: string): SourceSheet[] | FileProblem {
  const start = text.slice(0, 2000)
  if (/<(\w+:)?Workbook[\s>]/.test(start)) return tablesOf(readXmlSpreadsheet(text))
  if (/<office:document[\s>]/.test(start)) return tablesOf(readOpenDocument(text))
  return /<t(able|r)[\s>]/i.test(text) ? tablesOf(readHtml(text)) : 'unreadable'
}

/**
 * Splits rows whose first cell contains a whole line of CSV. Excel produces such rows when it opens CSV with the
 * delimiter of another country, and some programs quote whole lines.
 */
function splitLines(sheet: SourceSheet): SourceSheet {
  const isOneColumn = sheet.rows.every(({ cells }) => cells.slice(1).every((text) => text.trim() === ''))
  const lines = sheet.rows.map(({ cells }) => cells[0] ?? '')
  if (!isOneColumn || !lines.some(isDelimited)) return sheet
  const parsed = parseDelimited(lines.join('\n'))
  // A quotation mark that is never closed may join lines.
  if (parsed.length !== lines.length) return sheet
  return { ...sheet, rows: sheet.rows.map((row, index) => ({ ...row, cells: parsed[index] ?? [] })) }
}

/** Returns the sheets that have at least two rows with text, without their empty rows. */
function tablesOf(read: SourceSheet[] | FileProblem): SourceSheet[] | FileProblem {
  if (typeof read === 'string') return read
  const trimmed = read.map(splitLines).map((sheet) => ({
    ...sheet,
    rows: sheet.rows
      .map((row) => ({ ...row, cells: row.cells.map((text) => text.trim()) }))
      .filter(({ cells }) => cells.some((text) => text !== '')),
  }))
  const tables = trimmed.filter(({ rows }) => rows.length > 1)
  if (tables.length > 0) return tables
  return trimmed.some(({ rows }) => rows.length > 0) ? 'no-rows' : 'empty'
}
