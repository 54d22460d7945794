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

export async function storedResultsOf(userId: string): Promise<StoredResults> {
  const [batches, unsent] = await Promise.all([batchStore.list(userId), unfinishedImports.remaining(userId)])
  const undownloaded = batches.reduce((sum, batch) => sum + undownloadedOf(batch), 0)
  return { batches: batches.length, undownloaded, unsent }
}

export async function removeImportsOf(userId: string): Promise<void> {
  await unfinishedImports.remove(userId)
  await batchStore.removeAll(userId)
}
