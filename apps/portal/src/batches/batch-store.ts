import { keyOf, openDatabase, sealRow } from './batch-database.ts'
import type { Batch, BatchRow } from './batch.ts'
import { unseal } from './row-cipher.ts'

/** Returns the keys of all rows of a batch. */
const keyRangeOf = (batchId: string) => IDBKeyRange.bound([batchId, 0], [batchId, Infinity])

/** Stores batches in this browser. Rows are encrypted, because they contain secrets and personal data. */
export const batchStore = {
  /** Newest first. */
  async list(userId: string): Promise<Batch[]> {
    const batches = await (await openDatabase()).getAllFromIndex('onboardings', 'userId', userId)
    return batches.sort((one, other) => other.startedAt.localeCompare(one.startedAt))
  },

  async rows({ id, userId }: Batch): Promise<BatchRow[]> {
    const db = await openDatabase()
    const key = await keyOf(db, userId)
    const stored = await db.getAll('sealedRows', keyRangeOf(id))
    return Promise.all(stored.map(({ sealed }) => unseal(key, sealed) as Promise<BatchRow>))
  },

  async row({ id, userId }: Batch, index: number): Promise<BatchRow | undefined> {
    const db = await openDatabase()
    const stored = await db.get('sealedRows', [id, index])
    if (!stored) return undefined
    const key = await keyOf(db, userId)
    return (await unseal(key, stored.sealed)) as BatchRow
  },

  /** Stores all batches of a file, or none. */
  async add(userId: string, newBatches: readonly { batch: Batch; rows: readonly BatchRow[] }[]): Promise<void> {
    const db = await openDatabase()
    const key = await keyOf(db, userId)
    const sealed = await Promise.all(
      newBatches.flatMap(({ batch, rows }) => rows.map((row) => sealRow(key, batch.id, row))),
    )
    const transaction = db.transaction(['onboardings', 'sealedRows'], 'readwrite')
    for (const { batch } of newBatches) void transaction.objectStore('onboardings').add(batch)
    for (const row of sealed) void transaction.objectStore('sealedRows').add(row)
    await transaction.done
  },

  /**
   * Stores a waiting row's new state. Never overwrites an outcome, which may contain a secret.
   *
   * @returns the batch with new counts; `undefined` if the row has an outcome
   * @throws Error if the batch was deleted, so that its run creates no more accounts whose secrets would be lost
   */
  async storeRow({ id, userId }: Batch, row: BatchRow): Promise<Batch | undefined> {
    const db = await openDatabase()
    const sealed = await sealRow(await keyOf(db, userId), id, row)
    const transaction = db.transaction(['onboardings', 'sealedRows'], 'readwrite')
    const [batch, stored] = await Promise.all([
      transaction.objectStore('onboardings').get(id),
      transaction.objectStore('sealedRows').get([id, row.index]),
    ])
    if (!batch) throw new Error('the batch was deleted')
    if (stored?.kind !== 'waiting') return undefined
    batch.counts[stored.kind] -= 1
    batch.counts[sealed.kind] += 1
    void transaction.objectStore('onboardings').put(batch)
    void transaction.objectStore('sealedRows').put(sealed)
    await transaction.done
    return batch
  },

  /** @param created number of created accounts whose secrets were downloaded */
  noteDownload: ({ id }: Batch, created: number): Promise<void> =>
    update(id, ({ downloaded }) => ({ downloaded: Math.max(downloaded, created) })),

  noteRunning: (batchId: string, state: { isRunning: boolean }): Promise<void> => update(batchId, () => state),

  async remove({ id }: Batch): Promise<void> {
    const transaction = (await openDatabase()).transaction(['onboardings', 'sealedRows'], 'readwrite')
    void transaction.objectStore('onboardings').delete(id)
    void transaction.objectStore('sealedRows').delete(keyRangeOf(id))
    await transaction.done
  },

  /** Removes the user's batches and encryption key. */
  async removeAll(userId: string): Promise<void> {
    for (const batch of await this.list(userId)) await this.remove(batch)
    await (await openDatabase()).delete('keys', userId)
  },
}

async function update(batchId: string, changesOf: (batch: Batch) => Partial<Batch>): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('onboardings', 'readwrite')
  const batch = await store.get(batchId)
  if (batch) await store.put({ ...batch, ...changesOf(batch) })
  await done
}
