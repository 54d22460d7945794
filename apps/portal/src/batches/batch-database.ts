import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Batch, BatchRow, RowState } from './batch.ts'
import { DATABASE_NAME } from './import-progress.ts'
import { newSealingKey, seal, type Sealed } from './row-cipher.ts'

interface StoredRow {
  batchId: string
  index: number
  /** Not encrypted, so that a transaction can check whether the row has an outcome. */
  kind: RowState['kind']
  sealed: Sealed
}

/** The stores keep the names in existing browser databases: `onboardings` are batches, `drafts` are unfinished imports. */
interface Schema extends DBSchema {
  onboardings: { key: string; value: Batch; indexes: { userId: string } }
  sealedRows: { key: [string, number]; value: StoredRow }
  drafts: { key: string; value: { userId: string; id: string; remaining: number; sealed: Sealed } }
  draftFiles: { key: string; value: { userId: string; fileName: string; sheets: Sealed } }
  keys: { key: string; value: { userId: string; key: CryptoKey } }
}

type Database = IDBPDatabase<Schema>

let opened: Promise<Database> | undefined

/** Opens the database once for all callers, and again after it was closed or could not be opened. */
export function openDatabase(): Promise<Database> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

function open(): Promise<Database> {
  return openDB<Schema>(DATABASE_NAME, 1, {
    upgrade(database) {
      database.createObjectStore('onboardings', { keyPath: 'id' }).createIndex('userId', 'userId')
      database.createObjectStore('sealedRows', { keyPath: ['batchId', 'index'] })
      database.createObjectStore('keys', { keyPath: 'userId' })
      database.createObjectStore('drafts', { keyPath: 'userId' })
      database.createObjectStore('draftFiles', { keyPath: 'userId' })
    },
    // Closes the database so that a tab of a later version can upgrade it. This tab opens it again when needed.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  })
}

/** Returns the user's key, which it creates first if there is none. If two tabs create a key, both use the first. */
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
