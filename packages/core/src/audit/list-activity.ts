import type { ActivityEntry } from './audit-entry.ts'
import type { ActivityFilter } from './audit-store.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RecordPage } from '../record-page.ts'

/** A pause of this length between two accounts ends an import. */
const IMPORT_PAUSE_MS = 5 * 60_000
const PART_SIZE = 500
/** After this many entries, a page reads no further part. An import then continues on the next page. */
const MAX_ENTRIES_READ = 5_000

/** An entry that may stand for several. It is the latest account of an import, or the first of repeated sign-ins. */
export type FoldedEntry = ActivityEntry

/** Returns entries, newest first. The accounts of an import are one entry per page. */
export async function listActivity(
  { stores: { audit } }: Pick<Dependencies, 'stores'>,
  { pageSize, ...filter }: ActivityFilter & { pageSize: number },
): Promise<RecordPage<FoldedEntry>> {
  const items: FoldedEntry[] = []
  /** Imports that may continue, by user, with the time of their earliest account so far. */
  const imports = new Map<string, { entry: FoldedEntry; at: Date }>()
  let { before } = filter
  let entriesRead = 0
  while (entriesRead < MAX_ENTRIES_READ) {
    // The first part suffices unless it contains an import.
    const limit = entriesRead === 0 ? pageSize + 1 : PART_SIZE
    const part = await audit.activity({ ...filter, before }, limit)
    entriesRead += part.length
    for (const found of part) {
      const creator = creatorOf(found)
      const openImport = creator === undefined ? undefined : imports.get(creator)
      if (openImport && openImport.at.getTime() - found.at.getTime() < IMPORT_PAUSE_MS) {
        openImport.entry.count += 1
        openImport.at = found.at
      } else {
        if (items.length === pageSize) return { items, nextCursor: before ?? null }
        const entry = { ...found }
        items.push(entry)
        if (creator !== undefined) imports.set(creator, { entry, at: found.at })
      }
      before = found.id
    }
    if (part.length < limit) return { items, nextCursor: null }
  }
  return { items, nextCursor: before ?? null }
}

/** Returns the portal user who created the account; `undefined` for other entries. */
const creatorOf = ({ action, actor }: ActivityEntry): string | undefined =>
  action === 'account.created' && actor.kind === 'portal-user' ? actor.id : undefined
