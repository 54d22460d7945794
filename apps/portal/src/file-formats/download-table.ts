import { loadChunk } from '@partner-accounts/ui/load-chunk'
import type { saveTable } from './save-table.ts'

/** Calls `saveTable`, whose code is loaded only when it is needed. */
export async function downloadTable(...table: Parameters<typeof saveTable>): Promise<void> {
  const chunk = await loadChunk(() => import('./save-table.ts'))
  await chunk.saveTable(...table)
}

export const withoutExtension = (fileName: string): string => fileName.replace(/\.\w+$/, '')
