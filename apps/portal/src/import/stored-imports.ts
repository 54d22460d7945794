import { batchStore } from '../batches/batch-store.ts'
import { undownloadedOf } from '../batches/batch.ts'
import { unfinishedImports } from './unfinished-import-store.ts'

export interface StoredResults {
  /** Number of batches. */
  batches: number
  /** Number of created accounts whose secrets were not downloaded. */
  undownloaded: number
  /** Number of rows that were neither sent nor left out. */
  unsent: number
}

/** Returns what is stored for any of the users. */
export async function storedResultsOf(userIds: readonly string[]): Promise<StoredResults> {
  const lists = await Promise.all(userIds.map((id) => batchStore.list(id)))
  const unsent = await Promise.all(userIds.map((id) => unfinishedImports.remaining(id)))
  const batches = lists.flat()
  const undownloaded = batches.reduce((sum, batch) => sum + undownloadedOf(batch), 0)
  // The users are one person's in live mode and in test mode. Both may store the same import, so a sum would count its rows
  // twice.
  return { batches: batches.length, undownloaded, unsent: Math.max(0, ...unsent) }
}

export async function removeImportsOf(userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    await unfinishedImports.remove(userId)
    await batchStore.removeAll(userId)
  }
}
