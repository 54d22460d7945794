import { keyOf, openDatabase } from './batch-database.ts'
import type { ImportDraft, ImportWork } from './import-draft.ts'
import { seal, unseal } from './row-cipher.ts'

/** Saves in order, and skips outdated drafts. */
let saving = Promise.resolve()
let latest: ImportWork | undefined

export const draftStore = {
  async get(userId: string): Promise<ImportDraft | undefined> {
    await saving
    const db = await openDatabase()
    const [work, file] = await Promise.all([db.get('drafts', userId), db.get('draftFiles', userId)])
    if (!work || !file) return undefined
    const key = await keyOf(db, userId)
    const [sheets, stored] = await Promise.all([unseal(key, file.sheets), unseal(key, work.sealed)])
    return {
      id: work.id,
      fileName: file.fileName,
      sheets: sheets as ImportDraft['sheets'],
      work: stored as ImportWork,
    }
  },

  /** @param remaining rows neither sent nor left out */
  save(userId: string, draft: ImportDraft, remaining: number): Promise<void> {
    latest = draft.work
    saving = saving
      .then(() => (draft.work === latest ? write(userId, draft, remaining) : undefined))
      .catch((error: unknown) => console.warn(error))
    return saving
  },

  async remaining(userId: string): Promise<number> {
    await saving
    return (await (await openDatabase()).get('drafts', userId))?.remaining ?? 0
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

async function write(userId: string, { id, fileName, sheets, work }: ImportDraft, remaining: number): Promise<void> {
  const db = await openDatabase()
  const key = await keyOf(db, userId)
  if ((await db.get('drafts', userId))?.id !== id) {
    await db.put('draftFiles', { userId, fileName, sheets: await seal(key, sheets) })
  }
  await db.put('drafts', { userId, id, remaining, sealed: await seal(key, work) })
}
