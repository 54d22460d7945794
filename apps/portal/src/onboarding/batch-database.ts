import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Batch, type BatchRow, newBatch, type RowState } from './batch.ts'
import { DATABASE_NAME } from './import-progress.ts'
import { newSealingKey, seal, type Sealed } from './row-cipher.ts'

interface StoredRow {
  batchId: string
  index: number
  /** Unencrypted, so an outcome is never overwritten. */
  kind: RowState['kind']
  sealed: Sealed
}

interface Schema extends DBSchema {
  onboardings: { key: string; value: Batch; indexes: { userId: string } }
  sealedRows: { key: [string, number]; value: StoredRow }
  /** Unfinished imports. */
  drafts: { key: string; value: { userId: string; id: string; remaining: number; sealed: Sealed } }
  draftFiles: { key: string; value: { userId: string; fileName: string; sheets: Sealed } }
  keys: { key: string; value: { userId: string; key: CryptoKey } }
  /** Version 1: one batch per user, in clear text. */
  batches: { key: string; value: { userId: string; fileName: string; startedAt: string } }
  rows: { key: [string, number]; value: Version1Row }
}

interface Version1Row extends Omit<BatchRow, 'line' | 'state'> {
  userId: string
  state: Exclude<RowState, { kind: 'rejected' }> | { kind: 'refused'; reason: string }
}

type Database = IDBPDatabase<Schema>

let opened: Promise<Database> | undefined

/** @param onBlocked called when tabs with a previous version of the portal block the upgrade */
export function openDatabase(onBlocked?: () => void): Promise<Database> {
  opened ??= open(onBlocked).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(onBlocked?: () => void): Promise<Database> {
  const db = await openDB<Schema>(DATABASE_NAME, 3, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('batches', { keyPath: 'userId' })
        database.createObjectStore('rows', { keyPath: ['userId', 'index'] })
      }
      if (oldVersion < 2) {
        database.createObjectStore('onboardings', { keyPath: 'id' }).createIndex('userId', 'userId')
        database.createObjectStore('sealedRows', { keyPath: ['batchId', 'index'] })
        database.createObjectStore('keys', { keyPath: 'userId' })
      }
      database.createObjectStore('drafts', { keyPath: 'userId' })
      database.createObjectStore('draftFiles', { keyPath: 'userId' })
    },
    blocked: () => onBlocked?.(),
    // Lets a later version of the portal upgrade the database. This tab reopens it when needed.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated: () => (opened = undefined),
  })
  await encryptVersion1(db)
  return db
}

/** Returns the user's key. If two tabs create one concurrently, both use the first. */
export async function keyOf(db: Database, userId: string): Promise<CryptoKey> {
  const stored = await db.get('keys', userId)
  if (stored) return stored.key
  const key = await newSealingKey()
  const { store, done } = db.transaction('keys', 'readwrite')
  const winner = (await store.get(userId)) ?? { userId, key }
  await store.put(winner)
  await done
  return winner.key
}

export const sealRow = async (key: CryptoKey, batchId: string, row: BatchRow): Promise<StoredRow> => ({
  batchId,
  index: row.index,
  kind: row.state.kind,
  sealed: await seal(key, row),
})

/** Encrypts the batches of version 1 and deletes their clear text in one transaction. */
async function encryptVersion1(db: Database): Promise<void> {
  for (const { userId, fileName, startedAt } of await db.getAll('batches')) {
    const own = IDBKeyRange.bound([userId, 0], [userId, Infinity])
    const rows = (await db.getAll('rows', own)).map(toRow)
    const [fresh] = newBatch(userId, { fileName, id: '' }, rows)
    const batch = { ...fresh, startedAt }
    for (const { state } of rows) {
      batch.counts.waiting -= 1
      batch.counts[state.kind] += 1
    }
    const key = await keyOf(db, userId)
    const sealed = await Promise.all(rows.map((row) => sealRow(key, batch.id, row)))
    const transaction = db.transaction(['batches', 'rows', 'onboardings', 'sealedRows'], 'readwrite')
    if (!(await transaction.objectStore('batches').get(userId))) continue
    void transaction.objectStore('batches').delete(userId)
    void transaction.objectStore('rows').delete(own)
    void transaction.objectStore('onboardings').add(batch)
    for (const row of sealed) void transaction.objectStore('sealedRows').add(row)
    await transaction.done
  }
}

const toRow = ({ index, draft, key, state }: Version1Row): BatchRow => ({
  index,
  line: index + 2,
  draft,
  key,
  state: state.kind === 'refused' ? { kind: 'rejected', reason: state.reason } : state,
})
