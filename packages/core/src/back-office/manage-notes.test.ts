import { describe, expect, it } from 'vitest'
import { OPERATOR, PARTNER, stubDependencies } from '../../test/stub-dependencies.ts'
import type { AccountOverview } from '../accounts/account-overview.ts'
import { addNote, deleteNote } from './manage-notes.ts'
import type { Note } from './note-store.ts'

const NOTE: Note = {
  id: 'n1',
  partnerId: PARTNER.id,
  accountId: 'a1',
  author: OPERATOR.name,
  text: 'Asked for an invoice.',
  createdAt: new Date(0),
}
const ACCOUNTS = new Map<string, { partnerId: string; erasedAt: Date | null }>([
  ['a1', { partnerId: 'p1', erasedAt: null }],
  ['erased', { partnerId: 'p1', erasedAt: new Date(0) }],
])
const OTHER_OPERATOR = { kind: 'operator', name: 'rui@contas.example' } as const

function withNotes(...stored: Note[]) {
  const deleted: string[] = []
  const dependencies = stubDependencies({
    accountDirectory: { lock: (id) => Promise.resolve(ACCOUNTS.get(id) as AccountOverview | undefined) },
    partners: { find: (id) => Promise.resolve(id === PARTNER.id ? PARTNER : undefined) },
    notes: {
      add: (note) => Promise.resolve({ ...note, createdAt: NOTE.createdAt }),
      find: (id) => Promise.resolve(stored.find((note) => note.id === id)),
      delete({ id }) {
        deleted.push(id)
        return Promise.resolve()
      },
    },
  })
  return { dependencies, deleted }
}

describe('addNote', () => {
  it.each([
    [{ partnerId: PARTNER.id }, { partnerId: PARTNER.id, accountId: null }],
    [{ accountId: 'a1' }, { partnerId: 'p1', accountId: 'a1' }],
  ])('adds a note to %j, and audits it without its text', async (subject, record) => {
    const { dependencies } = withNotes()
    const { text } = NOTE
    const note = { id: 'id1', ...record, author: OPERATOR.name, text, createdAt: NOTE.createdAt }
    expect(await addNote(dependencies, { actor: OPERATOR, text, ...subject })).toEqual(note)
    expect(dependencies.recorded).toMatchObject([{ action: 'note.added', subjectId: 'id1', partnerId: 'p1' }])
    expect(JSON.stringify(dependencies.recorded)).not.toContain(text)
  })

  it.each([
    [{ partnerId: 'p2' }, 'partner-not-found'],
    [{ accountId: 'a2' }, 'account-not-found'],
    [{ accountId: 'erased' }, 'account-erased'],
  ])('rejects a note on %j with %s', async (subject, kind) => {
    const { dependencies } = withNotes()
    await expect(addNote(dependencies, { actor: OPERATOR, text: 'x', ...subject })).rejects.toMatchObject({ kind })
  })
})

describe('deleteNote', () => {
  it.each([
    ["the author's own note", OPERATOR, false],
    ["another author's note for an operator who may delete all notes", OTHER_OPERATOR, true],
  ])('deletes %s', async (_case, actor, hasRightToAll) => {
    const { dependencies, deleted } = withNotes(NOTE)
    await deleteNote(dependencies, { actor, id: NOTE.id, hasRightToAll })
    expect(deleted).toEqual([NOTE.id])
    expect(dependencies.recorded).toMatchObject([{ action: 'note.deleted', subjectId: NOTE.id, accountId: 'a1' }])
    expect(JSON.stringify(dependencies.recorded)).not.toContain(NOTE.text)
  })

  it.each([
    ["another author's note", 'operator-forbidden', NOTE.id],
    ['an unknown note', 'note-not-found', 'n2'],
  ])('rejects the deletion of %s with %s', async (_case, kind, id) => {
    const { dependencies, deleted } = withNotes(NOTE)
    const input = { actor: OTHER_OPERATOR, id, hasRightToAll: false }
    await expect(deleteNote(dependencies, input)).rejects.toMatchObject({ kind })
    expect(deleted).toEqual([])
  })
})
