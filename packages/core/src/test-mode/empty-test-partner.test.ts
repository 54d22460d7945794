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

/** Stubs the test partner, whose latest emptying the audit trail may contain. */
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
  ['the first call', undefined, { actor: ANA }, 1],
  ['a call that continues the same emptying', { actor: ANA }, { actor: ANA }, 0],
  ['a call with the same reason', { actor: ANA, reason: 'Demo' }, { actor: ANA, reason: 'Demo' }, 0],
  ['a call with another reason', { actor: ANA, reason: 'Demo' }, { actor: ANA, reason: 'Course' }, 1],
  ['a call of another user', { actor: BIA }, { actor: ANA }, 1],
])(
  'emptyTestPartner counts %s with the right number of audit entries',
  async (_case, latest, { actor, ...input }, entries) => {
    const dependencies = dependenciesWith(latest)
    expect(await emptyTestPartner(dependencies, { id: 'p1', actor, ...input })).toEqual({ isEmpty: true })
    expect(dependencies.recorded).toHaveLength(entries)
  },
)
