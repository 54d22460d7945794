import readSheets from 'read-excel-file/universal'
import { unzipWorkbook, zipSync } from '../../file-formats/fflate.ts'
import { normalizePaths, normalizeSheets } from './normalize-workbook.ts'

export interface SourceSheet {
  /** Empty for text and HTML files, which have no named sheets. */
  name: string
  isHidden: boolean
  /** Only rows with text. */
  rows: readonly SourceRow[]
}

export interface SourceRow {
  /** Row number in the spreadsheet, counted from 1. */
  line: number
  cells: readonly string[]
  /** Indexes of cells that a merged cell in a row above covers. */
  continued?: readonly number[]
  /** Whether a filter or a person has hidden the row. */
  isHidden: boolean
}

/** Maximum number of texts, because the worker copies them to the page. 2,000 rows of the template have 32,000. */
const MAX_TEXTS = 1_000_000
/** Maximum number of cells, because few texts, far apart, may span billions of cells. */
const MAX_AREA = 5_000_000

/** Reads an .xlsx file. Throws for other files. */
export async function readWorkbook(bytes: Uint8Array): Promise<SourceSheet[] | 'too-large'> {
  const files = normalizePaths(unzipWorkbook(bytes))
  const notes = normalizeSheets(files)
  const texts = notes.reduce((sum, { textCount }) => sum + textCount, 0)
  if (texts > MAX_TEXTS || notes.some(({ area }) => area > MAX_AREA)) return 'too-large'
  const read = await readSheets(zipSync(files, { level: 0 }).buffer, {
    trim: false,
    parseNumber: plainNumber,
  })
  // The library returns no `data` for a chart's sheet, although the type requires it.
  const rowsOf = (data: (typeof read)[number]['data'] | undefined) => data ?? []
  return read.map(({ sheet, data }, index) => ({
    name: sheet,
    isHidden: notes[index]?.isHidden ?? false,
    rows: rowsOf(data).map((cells, row) => {
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

/** Excel shows at most this many digits of a number. */
const MAX_DIGITS = 15

/** Returns a number as Excel shows it. Files may contain 1.2345678000195E13 and, for a sum, 12.000000000000002. */
function plainNumber(text: string): string {
  if (Number.isSafeInteger(Number(text))) return String(Number(text))
  const rounded = String(Number(Number(text).toPrecision(MAX_DIGITS)))
  return /^-?[\d.]+$/.test(rounded) ? rounded : text
}

/** Returns a cell's text as Excel in Portuguese shows it. */
function textOfCell(value: unknown): string {
  if (value instanceof Date) return value.toLocaleDateString('pt-BR', { timeZone: 'UTC' })
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO'
  return typeof value === 'string' ? value : ''
}
