import { type DBSchema, openDB } from 'idb'
import type { Batch, BatchRow } from './batch.ts'

type BatchHead = Omit<Batch, 'rows'>
type StoredRow = BatchRow & { userId: string }

interface Schema extends DBSchema {
  batches: { key: string; value: BatchHead }
  rows: { key: [string, number]; value: StoredRow }
}

const database = openDB<Schema>('partner-accounts', 1, {
  upgrade(db) {
    db.createObjectStore('batches', { keyPath: 'userId' })
    db.createObjectStore('rows', { keyPath: ['userId', 'index'] })
  },
})

const rowsOf = (userId: string) => IDBKeyRange.bound([userId, 0], [userId, Infinity])

/** The batch of a portal user in this browser, one at a time. It outlives the tab; only its user's name finds it. */
export const batchStore = {
  async read(userId: string): Promise<Batch | null> {
    const transaction = (await database).transaction(['batches', 'rows'])
    const [head, rows] = await Promise.all([
      transaction.objectStore('batches').get(userId),
      transaction.objectStore('rows').getAll(rowsOf(userId)),
    ])
    return head ? { ...head, rows } : null
  },

  async add({ rows, ...head }: Batch): Promise<void> {
    const transaction = (await database).transaction(['batches', 'rows'], 'readwrite')
    void transaction.objectStore('batches').put(head)
    for (const row of rows) void transaction.objectStore('rows').put({ ...row, userId: head.userId })
    await transaction.done
  },

  async keep(userId: string, row: BatchRow): Promise<void> {
    await (await database).put('rows', { ...row, userId })
  },

  async remove(userId: string): Promise<void> {
    const transaction = (await database).transaction(['batches', 'rows'], 'readwrite')
    void transaction.objectStore('batches').delete(userId)
    void transaction.objectStore('rows').delete(rowsOf(userId))
    await transaction.done
  },
}
