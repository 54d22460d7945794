import { expect, it } from 'vitest'
import { stubDependencies } from '../../test/stub-dependencies.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Partner } from '../partners/partner.ts'
import { emptyTestPartner } from './empty-test-partner.ts'

const ANA: Actor = { kind: 'portal-user', id: 'u1' }
const BIA: Actor = { kind: 'portal-user', id: 'u2' }

const PARTNER: Partner = {
  id: 'p1',
  name: 'Revenda',
  status: 'active',
  mode: 'test',
  testOf: 'p0',
  coupon: null,
  rateLimit: null,
}

/** Stubs a test partner. `latest` is its last `partner.emptied` entry in the audit trail, if any. */
function dependenciesWith(latest?: Pick<AuditEntry, 'actor' | 'reason'>) {
  const stored = { id: 'e1', at: new Date(), subjectId: 'p1', partnerId: 'p1', accountId: null, count: 1 }
  const items = latest ? [{ ...stored, action: 'partner.emptied' as const, ...latest }] : []
  return stubDependencies({
    partners: {
      find: () => Promise.resolve(PARTNER),
      lock: () => Promise.resolve(),
      empty: () => Promise.resolve(true),
    },
    records: {
      now: () => Promise.resolve(new Date()),
      auditEntries: () => Promise.resolve({ items, nextCursor: null }),
    },
  })
}

it.each([
  ['records the first call', 1, undefined, { actor: ANA }],
  ['does not record a call that continues the same emptying', 0, { actor: ANA }, { actor: ANA }],
  ['does not record a call with the same reason', 0, { actor: ANA, reason: 'Demo' }, { actor: ANA, reason: 'Demo' }],
  ['records a call with a different reason', 1, { actor: ANA, reason: 'Demo' }, { actor: ANA, reason: 'Course' }],
  ['records a call by a different user', 1, { actor: BIA }, { actor: ANA }],
])('emptyTestPartner %s', async (_case, recordedEntries, latest, call) => {
  const dependencies = dependenciesWith(latest)
  expect(await emptyTestPartner(dependencies, { id: 'p1', ...call })).toEqual({ isEmpty: true })
  expect(dependencies.recorded).toHaveLength(recordedEntries)
})
