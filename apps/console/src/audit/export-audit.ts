import { download } from '@partner-accounts/ui'
import { localDay } from '@partner-accounts/ui/days'
import type { Locale } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { client } from '../service/client.ts'
import type { AuditEntry, AuditFilter } from './audit-entries.tsx'
import { auditMessages } from './audit-messages.ts'

const PAGE_SIZE = 200
/** A browser creates the file in memory. */
export const MAX_EXPORTED = 20_000

/**
 * Saves the matching entries as CSV, newest first.
 * @param onProgress receives the number of entries so far
 * @returns whether entries are missing because there are too many
 */
export async function exportAudit(
  filter: AuditFilter,
  locale: Locale,
  onProgress: (count: number) => void,
): Promise<{ isCut: boolean }> {
  const entries: AuditEntry[] = []
  let cursor: string | null = null
  do {
    const page: { items: AuditEntry[]; nextCursor: string | null } = await client.internal.audit.list.query({
      ...filter,
      limit: PAGE_SIZE,
      cursor,
    })
    entries.push(...page.items)
    onProgress(entries.length)
    cursor = page.nextCursor
  } while (cursor !== null && entries.length < MAX_EXPORTED)
  const name = `${auditMessages[locale].exportName}-${localDay(new Date())}.csv`
  download(name, 'text/csv;charset=utf-8', writeCsv(COLUMNS, entries.map(toRow)))
  return { isCut: cursor !== null }
}

/** Untranslated, for programs that read the file. */
const COLUMNS = ['at', 'actor', 'via', 'action', 'subjectId', 'partnerId', 'accountId', 'changes']

const toRow = ({ changes, ...entry }: AuditEntry): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value ?? ''])),
  changes: changes === null ? '' : JSON.stringify(changes),
})
