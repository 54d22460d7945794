import { readSheet } from 'read-excel-file/universal'

/** 2,000 rows have 34,000 cells, which the page must copy. */
const MAX_CELLS = 1_000_000

/** Reads the first sheet of an .xlsx workbook. The page stops a slow worker. */
onmessage = async ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const rows = await readSheet(data, { trim: false, parseNumber: plainNumber })
    const isTooLarge = rows.length * (rows[0]?.length ?? 0) > MAX_CELLS
    postMessage(isTooLarge ? 'too-large' : rows.map((cells) => cells.map((cell) => String(cell ?? ''))))
  } catch {
    postMessage('unreadable')
  }
}

/** Large numbers may be stored as 1.2345678000195E13. */
const plainNumber = (text: string) => (Number.isSafeInteger(Number(text)) ? String(Number(text)) : text)
