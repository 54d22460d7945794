import type { Dependencies } from '../dependencies.ts'
import type { RecordPage } from '../record-page.ts'
import type { ActivityEntry, ActivityFilter } from './audit-trail.ts'

/** Longest pause within an import. */
const IMPORT_PAUSE_MS = 5 * 60_000
const PART = 500
/** Longer imports continue on the next page. */
const MAX_READ = 5_000

/** The latest of `count` created accounts. */
export type FoldedEntry = ActivityEntry & { count: number }

/** Returns the newest first. An import is one entry per page. */
export async function listActivity(
  { stores: { audit } }: Pick<Dependencies, 'stores'>,
  { pageSize, ...filter }: ActivityFilter & { pageSize: number },
): Promise<RecordPage<FoldedEntry>> {
  const items: FoldedEntry[] = []
  /** By user: an import that may continue, and its earliest account so far. */
  const imports = new Map<string, { entry: FoldedEntry; at: Date }>()
  let { before } = filter
  let limit = pageSize + 1
  for (let read = 0; read < MAX_READ; read += limit) {
    if (read > 0) limit = PART
    const part = await audit.activity({ ...filter, before }, limit)
    for (const found of part) {
      const creator = found.action === 'account.created' && found.actor.kind === 'portal-user' ? found.actor.id : ''
      const earlier = imports.get(creator)
      if (earlier && earlier.at.getTime() - found.at.getTime() < IMPORT_PAUSE_MS) {
        earlier.entry.count++
        earlier.at = found.at
      } else {
        if (items.length === pageSize) return { items, nextCursor: before ?? null }
        const entry = { ...found, count: 1 }
        items.push(entry)
        if (creator !== '') imports.set(creator, { entry, at: found.at })
      }
      before = found.id
    }
    if (part.length < limit) return { items, nextCursor: null }
  }
  return { items, nextCursor: before ?? null }
}
