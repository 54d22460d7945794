import { loadChunk } from '@partner-accounts/ui/load-chunk'
import type { StoredResults } from '../onboarding/batch-store.ts'

export const NO_RESULTS: StoredResults = { batches: 0, undownloaded: 0, unsent: 0 }

const loadStore = () => loadChunk(() => import('../onboarding/batch-store.ts'))

/** Most pages do without the store. */
export const storedResults = async (userId: string): Promise<StoredResults> =>
  isSecureContext ? (await loadStore()).batchStore.stored(userId) : NO_RESULTS

export const removeStoredResults = async (userId: string): Promise<void> =>
  (await loadStore()).batchStore.removeAll(userId)
