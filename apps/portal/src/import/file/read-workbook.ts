import readSheets from 'read-excel-file/universal'
import { unzipWorkbook, zipSync } from '../../file-formats/fflate.ts'
import { normalizePaths, normalizeSheets } from './normalize-workbook.ts'

export interface SourceSheet {
  /** Empty for text. */
  name: string
  isHidden: boolean
  /** Rows with text. Lines are the spreadsheet's. */
  rows: readonly SourceRow[]
}

export interface SourceRow {
  line: number
  cells: readonly string[]
  /** Columns of merged cells that began in a row above. */
  continued?: readonly number[]
  /** By a filter, or by hand. */
  isHidden: boolean
}

/** The page must copy them. 2,000 rows have 34,000. */
const MAX_TEXTS = 1_000_000
/** Few texts, far apart, may span billions of cells. */
const MAX_AREA = 5_000_000

export async function readWorkbook(bytes: Uint8Array): Promise<SourceSheet[] | 'too-large'> {
  const files = normalizePaths(unzipWorkbook(bytes))
  const notes = normalizeSheets(files)
  const texts = notes.reduce((sum, { textCount }) => sum + textCount, 0)
  if (texts > MAX_TEXTS || notes.some(({ area }) => area > MAX_AREA)) return 'too-large'
  const read = await readSheets(zipSync(files, { level: 0 }).slice().buffer, {
    trim: false,
    parseNumber: plainNumber,
  })
  // A chart's sheet has no data.
  const sheets = read.map(({ sheet, data }) => ({ sheet, data: (data as typeof data | undefined) ?? [] }))
  return sheets.map(({ sheet, data }, index) => ({
    name: sheet,
    isHidden: notes[index]?.isHidden ?? false,
    rows: data.map((cells, row) => {
      const line = notes[index]?.lines[row] ?? row + 1
      const continued = notes[index]?.continued.get(line)
      return {
        line,
        cells: cells.map(textOfCell),
        ...(continued && { continued }),
        isHidden: notes[index]?.hiddenLines.has(line) ?? false,
      }
    }),
  }))
}

/** What Excel shows of a number. */
const MAX_DIGITS = 15

/** Large numbers may be stored as 1.2345678000195E13, and sums as 12.000000000000002. */
function plainNumber(text: string): string {
  if (Number.isSafeInteger(Number(text))) return String(Number(text))
  const rounded = String(Number(Number(text).toPrecision(MAX_DIGITS)))
  return /^-?[\d.]+$/.test(rounded) ? rounded : text
}

function textOfCell(value: unknown): string {
  if (value instanceof Date) return value.toLocaleDateString('pt-BR', { timeZone: 'UTC' })
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO'
  return typeof value === 'string' ? value : ''
}
