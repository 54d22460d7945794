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

const OPERATOR_ROW: AuditRow = { ...ROW, actorKind: 'operator', actorName: 'rui', actorVia: null }

it('toEntry returns the changes, reason and network of a row', () => {
  const changes = { name: { from: 'a', to: 'b' } }
  expect(toEntry({ ...OPERATOR_ROW, changes, reason: 'typo', actorNetwork: '192.0.2.1' })).toMatchObject({
    changes,
    reason: 'typo',
    actor: { network: '192.0.2.1' },
  })
})

it('toEntry omits changes, reason and network if the row has none', () => {
  const entry = toEntry({ ...OPERATOR_ROW, reason: null, actorNetwork: null })
  expect(entry).not.toHaveProperty('changes')
  expect(entry).not.toHaveProperty('reason')
  expect(entry.actor).toEqual({ kind: 'operator', name: 'rui' })
})

it("toEntry returns null as the partner of a row with the partner_id ''", () => {
  // `''` in the column stands for no partner (ADR 20).
  expect(toEntry({ ...OPERATOR_ROW, partnerId: '' }).partnerId).toBeNull()
})
