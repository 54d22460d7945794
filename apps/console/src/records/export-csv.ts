import { download } from '@partner-accounts/ui'
import { localDay } from '@partner-accounts/ui/days'
import { writeCsv } from '@partner-accounts/ui/write-csv'

export const EXPORT_PAGE_SIZE = 200

export interface ExportPage {
  items: object[]
  nextCursor: string | null
}

export interface Export {
  /** Precedes the day in the file's name. */
  name: string
  /** Untranslated, for programs that read the file. */
  columns: readonly string[]
  /** Returns the page after a cursor, or the first page for `null`. */
  read: (cursor: string | null) => Promise<ExportPage>
}

/**
 * Saves all records of a list as CSV, in its order.
 *
 * @param onProgress receives the number of records so far
 */
export async function exportCsv({ name, columns, read }: Export, onProgress: (count: number) => void): Promise<void> {
  // Browsers may keep blobs on disk, so a large export needs less memory.
  const parts: Blob[] = []
  let count = 0
  let cursor: string | null = null
  do {
    const page: ExportPage = await read(cursor)
    const hasHeader = count === 0
    parts.push(new Blob([writeCsv(columns, page.items.map(toRow), hasHeader)]))
    count += page.items.length
    onProgress(count)
    cursor = page.nextCursor
  } while (cursor !== null)
  download(`${name}-${localDay(new Date())}.csv`, 'text/csv;charset=utf-8', new Blob(parts))
}

const toRow = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
