import { keyOf, openDatabase } from '../batches/batch-database.ts'
import type { UnfinishedImport, ImportWork } from './unfinished-import.ts'
import { seal, unseal } from '../batches/row-cipher.ts'

/** Promise of the last save. Each save waits for the previous one. */
let saving = Promise.resolve()
/** What was last passed to `save`. A save that has waited is skipped if it is outdated. */
let latest: ImportWork | undefined

export const unfinishedImports = {
  /** @returns `undefined` also for an import that cannot be decrypted */
  async get(userId: string): Promise<UnfinishedImport | undefined> {
    await saving
    const db = await openDatabase()
    const [work, file] = await Promise.all([db.get('drafts', userId), db.get('draftFiles', userId)])
    if (!work || !file) return undefined
    try {
      const key = await keyOf(db, userId)
      const [sheets, stored] = await Promise.all([unseal(key, file.sheets), unseal(key, work.sealed)])
      return {
        id: work.id,
        fileName: file.fileName,
        sheets: sheets as UnfinishedImport['sheets'],
        work: stored as ImportWork,
      }
    } catch (error) {
      // The data is damaged or its key is lost, so nobody can read it.
      console.warn(error)
      return undefined
    }
  },

  /** @param remaining rows neither sent nor left out */
  save(userId: string, unfinished: UnfinishedImport, remaining: number): Promise<void> {
    latest = unfinished.work
    saving = saving
      .then(() => (unfinished.work === latest ? write(userId, unfinished, remaining) : undefined))
      .catch((error: unknown) => console.warn(error))
    return saving
  },

  /** Returns the number of rows that were neither sent nor left out. */
  async remaining(userId: string): Promise<number> {
    await saving
    const db = await openDatabase()
    const draft = await db.get('drafts', userId)
    return draft?.remaining ?? 0
  },

  async remove(userId: string): Promise<void> {
    latest = undefined
    await saving
    const transaction = (await openDatabase()).transaction(['drafts', 'draftFiles'], 'readwrite')
    void transaction.objectStore('drafts').delete(userId)
    void transaction.objectStore('draftFiles').delete(userId)
    await transaction.done
  },
}

async function write(
  userId: string,
  { id, fileName, sheets, work }: UnfinishedImport,
  remaining: number,
): Promise<void> {
  const db = await openDatabase()
  const key = await keyOf(db, userId)
  // Stores the file only once, because it is large and never changes.
  const stored = await db.get('drafts', userId)
  if (stored?.id !== id) {
    await db.put('draftFiles', { userId, fileName, sheets: await seal(key, sheets) })
  }
  await db.put('drafts', { userId, id, remaining, sealed: await seal(key, work) })
}
