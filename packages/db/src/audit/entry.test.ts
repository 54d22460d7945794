import type { Actor } from '@partner-accounts/core'
import { expect, it } from 'vitest'
import { actorColumns, type AuditRow, toEntry } from './entry.ts'

const ROW = {
  id: 'e',
  at: new Date(0),
  action: 'partner.created',
  subjectId: 's',
  partnerId: 'p',
  accountId: 'a',
  changes: null,
  count: 1,
}

it.each<Actor>([
  { kind: 'portal-user', id: 'u' },
  { kind: 'internal', name: 'ops' },
  { kind: 'operator', name: 'rui' },
  { kind: 'operator', name: 'rui', via: 'internal:ops', network: '192.0.2.1' },
  { kind: 'activation-link' },
  { kind: 'service' },
])('the actor %j is stored in columns and read from them', (actor) => {
  expect(toEntry({ ...ROW, ...actorColumns(actor) })).toEqual({
    id: 'e',
    at: ROW.at,
    actor,
    action: 'partner.created',
    subjectId: 's',
    partnerId: 'p',
    accountId: 'a',
    count: 1,
  })
})

it('an entry has no partner, changes, reason or network that its row does not contain', () => {
  const row: AuditRow = { ...ROW, actorKind: 'operator', actorName: 'rui', actorVia: null, partnerId: '' }
  expect(toEntry(row)).toMatchObject({ actor: { kind: 'operator', name: 'rui' }, partnerId: null })
  const changes = { name: { from: 'a', to: 'b' } }
  expect(toEntry({ ...row, changes, reason: 'typo', actorNetwork: '192.0.2.1' })).toMatchObject({
    changes,
    reason: 'typo',
    actor: { network: '192.0.2.1' },
  })
  expect(toEntry({ ...row, reason: null, actorNetwork: null })).toEqual(toEntry(row))
})
