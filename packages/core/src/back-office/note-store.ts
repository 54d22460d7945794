import type { PageRequest, RecordPage } from '../record-page.ts'

/** An operator's note about a partner or an account. */
export interface Note {
  id: string
  partnerId: string
  accountId: string | null
  /** An operator's e-mail or a key's name, as in the audit trail. */
  author: string
  text: string
  createdAt: Date
}

export type NotedRecord = Pick<Note, 'partnerId' | 'accountId'>

export interface NoteStore {
  add(note: Omit<Note, 'createdAt'>): Promise<Note>

  find(id: string): Promise<Note | undefined>

  /** Newest first. */
  page(record: NotedRecord, page: PageRequest): Promise<RecordPage<Note>>

  delete(note: Pick<Note, 'partnerId' | 'id'>): Promise<void>
}

declare module '../dependencies.ts' {
  interface Stores {
    notes: NoteStore
  }
}
