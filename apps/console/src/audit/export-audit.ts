import { download } from '@partner-accounts/ui'
import { localDay } from '@partner-accounts/ui/days'
import type { Locale } from '@partner-accounts/ui/messages'
import { writeCsv } from '@partner-accounts/ui/write-csv'
import { client } from '../service/client.ts'
import type { AuditEntry, AuditFilter } from './audit-entries.tsx'
import { auditMessages } from './audit-messages.ts'

const PAGE_SIZE = 200

/**
 * Saves the matching entries as CSV, newest first.
 * @param onProgress receives the number of entries so far
 */
export async function exportAudit(
  filter: AuditFilter,
  locale: Locale,
  onProgress: (count: number) => void,
): Promise<void> {
  /** Browsers may keep the parts of a large file on disk. */
  const parts: Blob[] = []
  let count = 0
  let cursor: string | null = null
  do {
    const page: { items: AuditEntry[]; nextCursor: string | null } = await client.internal.audit.list.query({
      ...filter,
      limit: PAGE_SIZE,
      cursor,
    })
    parts.push(new Blob([writeCsv(COLUMNS, page.items.map(toRow), count === 0)]))
    count += page.items.length
    onProgress(count)
    cursor = page.nextCursor
  } while (cursor !== null)
  const name = `${auditMessages[locale].exportName}-${localDay(new Date())}.csv`
  download(name, 'text/csv;charset=utf-8', new Blob(parts))
}

/** Untranslated, for programs that read the file. */
const COLUMNS = [
  'at',
  'actor',
  'actorName',
  'via',
  'network',
  'action',
  'subjectId',
  'subjectName',
  'partnerId',
  'partnerName',
  'accountId',
  'accountName',
  'changes',
  'reason',
]

const toRow = ({ changes, ...entry }: AuditEntry): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value ?? ''])),
  changes: changes === null ? '' : JSON.stringify(changes),
})
