import type { PageRequest, RecordPage } from '../record-page.ts'

/** What an operator wrote down about a partner, or about one of its accounts. */
export interface Note {
  id: string
  partnerId: string
  accountId: string | null
  /** As in the audit trail: an operator's e-mail, or the name of an internal key. */
  author: string
  text: string
  createdAt: Date
}

export type NotedRecord = Pick<Note, 'partnerId' | 'accountId'>

export interface NoteStore {
  add(note: Omit<Note, 'createdAt'>): Promise<Note>

  find(id: string): Promise<Note | undefined>

  /** Returns a page of the record's own notes, newest first. */
  page(record: NotedRecord, page: PageRequest): Promise<RecordPage<Note>>

  delete(note: Pick<Note, 'partnerId' | 'id'>): Promise<void>
}
