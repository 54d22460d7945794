import { requireNotErased } from '../accounts/employer.ts'
import type { Actor, ChangeInput } from '../audit/actor.ts'
import type { Note, NotedRecord } from './note-store.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'

/** The record of a note. Exactly one of the two ids is present. */
export interface NoteSubject {
  partnerId?: string | undefined
  accountId?: string | undefined
}

/** @throws `partner-not-found`, `account-not-found` */
export async function listNotes(
  { stores }: Pick<Dependencies, 'stores'>,
  { page, ...subject }: NoteSubject & { page: PageRequest },
): Promise<RecordPage<Note>> {
  return stores.notes.page(await findRecord(stores, subject), page)
}

/** @throws `partner-not-found`, `account-not-found`, `account-erased` */
export const addNote = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, text, ...subject }: NoteSubject & { actor: Actor; text: string },
): Promise<Note> =>
  transact(async (stores) => {
    const record = await lockRecord(stores, subject)
    const note = await stores.notes.add({ id: newId(), ...record, author: authorOf(actor), text })
    await recordNote(stores, actor, 'note.added', note)
    return note
  })

/**
 * @param input.hasRightToAll whether the actor may delete the notes of other authors
 * @throws `note-not-found`, `operator-forbidden`
 */
export const deleteNote = inTransaction(
  async (stores, { actor, id, hasRightToAll }: ChangeInput & { hasRightToAll: boolean }) => {
    const note = required(await stores.notes.find(id), 'note-not-found')
    if (!hasRightToAll && note.author !== authorOf(actor)) throw new DomainError('operator-forbidden')
    await stores.notes.delete(note)
    await recordNote(stores, actor, 'note.deleted', note)
    return note
  },
)

const authorOf = (actor: Actor): string => ('name' in actor ? actor.name : actor.kind)

/** Records a change of a note without the text, which may contain personal data that an erasure would not remove. */
const recordNote = (
  { audit }: Stores,
  actor: Actor,
  action: 'note.added' | 'note.deleted',
  { id: subjectId, partnerId, accountId }: Note,
) => audit.record({ actor, action, subjectId, partnerId, accountId })

/**
 * Finds the record of a new note. Locks an account, so a concurrent erasure waits for the note and deletes it, too.
 *
 * @throws `partner-not-found`, `account-not-found`, `account-erased`
 */
async function lockRecord(stores: Stores, subject: NoteSubject): Promise<NotedRecord> {
  const { accountId } = subject
  if (accountId === undefined) return findRecord(stores, subject)
  const account = required(await stores.accountDirectory.lock(accountId), 'account-not-found')
  requireNotErased(account)
  return { partnerId: account.partnerId, accountId }
}

async function findRecord(
  { partners, accountDirectory }: Stores,
  { partnerId, accountId }: NoteSubject,
): Promise<NotedRecord> {
  if (accountId !== undefined) {
    const account = required(await accountDirectory.overview(accountId), 'account-not-found')
    return { partnerId: account.partnerId, accountId }
  }
  if (partnerId === undefined || !(await partners.find(partnerId))) throw new DomainError('partner-not-found')
  return { partnerId, accountId: null }
}
