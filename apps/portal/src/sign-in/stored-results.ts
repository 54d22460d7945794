import { loadChunk } from '@partner-accounts/ui/load-chunk'
import type { StoredResults } from '../import/stored-imports.ts'

export const NO_RESULTS: StoredResults = { batches: 0, undownloaded: 0, unsent: 0 }

export const hasResults = ({ batches, unsent }: StoredResults): boolean => batches + unsent > 0

const loadImports = () => loadChunk(() => import('../import/stored-imports.ts'))

/** Loads the code of imports only when it is needed. Results never exist without HTTPS, because imports require it. */
export const storedResults = async (userIds: readonly string[]): Promise<StoredResults> =>
  isSecureContext ? (await loadImports()).storedResultsOf(userIds) : NO_RESULTS

export const removeStoredResults = async (userIds: readonly string[]): Promise<void> =>
  (await loadImports()).removeImportsOf(userIds)
