import readSheets from 'read-excel-file/universal'
import { strFromU8, strToU8, unzipWorkbook, zipSync } from '../file-formats/fflate.ts'

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
  /** By a filter, or by hand. */
  isHidden: boolean
}

/** The page must copy them. 2,000 rows have 34,000. */
const MAX_CELLS = 1_000_000

const tagsOf = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []
const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const isSet = (text: string) => text === '1' || text === 'true'

/** Reads from the XML what the library omits: hidden sheets and rows, and errors. */
export async function readWorkbook(bytes: Uint8Array): Promise<SourceSheet[] | 'too-large'> {
  const files = unzipWorkbook(bytes)
  const textOf = (path: string) => (files[path] ? strFromU8(files[path]) : '')
  const paths = new Map(
    tagsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => {
      const target = attributeOf(tag, 'Target')
      return [attributeOf(tag, 'Id'), target.startsWith('/') ? target.slice(1) : `xl/${target}`]
    }),
  )
  const listed = tagsOf(textOf('xl/workbook.xml'), 'sheet').map((tag) => {
    const path = paths.get(attributeOf(tag, String.raw`\w+:id`)) ?? ''
    const xml = textOf(path)
    const hidden = tagsOf(xml, 'row').filter((row) => isSet(attributeOf(row, 'hidden')))
    // The library reads errors as empty cells.
    files[path] = strToU8(xml.replace(/(<(?:\w+:)?c\s[^>]*\bt=)"e"/g, '$1"str"'))
    return {
      isHidden: /idden/.test(attributeOf(tag, 'state')),
      lines: new Set(hidden.map((row) => attributeOf(row, 'r'))),
    }
  })
  const read = await readSheets(zipSync(files, { level: 0 }).slice().buffer, {
    trim: false,
    parseNumber: plainNumber,
  })
  // A chart's sheet has no data.
  const sheets = read.map(({ sheet, data }) => ({ sheet, data: (data as typeof data | undefined) ?? [] }))
  if (sheets.reduce((sum, { data }) => sum + data.length * (data[0]?.length ?? 0), 0) > MAX_CELLS) return 'too-large'
  return sheets.map(({ sheet, data }, index) => ({
    name: sheet,
    isHidden: listed[index]?.isHidden ?? false,
    rows: data.map((cells, row) => ({
      line: row + 1,
      cells: cells.map(textOfCell),
      isHidden: listed[index]?.lines.has(String(row + 1)) ?? false,
    })),
  }))
}

/** Large numbers may be stored as 1.2345678000195E13. */
const plainNumber = (text: string) => (Number.isSafeInteger(Number(text)) ? String(Number(text)) : text)

function textOfCell(value: unknown): string {
  if (value instanceof Date) return value.toLocaleDateString('pt-BR', { timeZone: 'UTC' })
  if (typeof value === 'boolean') return value ? 'VERDADEIRO' : 'FALSO'
  return typeof value === 'string' ? value : ''
}
