import { describe, expect, it } from 'vitest'
import { OPERATOR, REASON, stubDependencies, stubOutbox } from '../../test/stub-dependencies.ts'
import { createPartner } from '../back-office/create-partner.ts'
import { PERMISSIONS } from '../identity/permissions.ts'
import type { NewPortalUser } from '../identity/portal-user-store.ts'
import type { Coupon } from './coupon.ts'
import { resumePartner, setPartnerCoupon, setPartnerRateLimit, suspendPartner } from './manage-partners.ts'
import type { NewPartner, PartnerChanges } from './partner-store.ts'
import type { Partner, PartnerStatus } from './partner.ts'

const COUPON: Coupon = {
  id: 'c1',
  code: 'WELCOME',
  percentOff: 15,
  expiresAt: null,
  maxRedemptions: null,
  redemptions: 0,
}

/** Creates dependencies with the partner `p1` and the coupon WELCOME. They record all changes. */
function withPartner(status: PartnerStatus, rateLimit: Partner['rateLimit'] = null) {
  const partner: Partner = {
    id: 'p1',
    name: 'Revenda',
    status,
    mode: 'live',
    testOf: null,
    coupon: null,
    rateLimit,
  }
  const added: NewPartner[] = []
  const changes: PartnerChanges[] = []
  const resumed: string[] = []
  const dependencies = stubDependencies({
    coupons: { find: (code) => Promise.resolve(code === COUPON.code ? COUPON : undefined) },
    partners: {
      add(created) {
        added.push(created)
        return Promise.resolve()
      },
      find: (id) => Promise.resolve(id === partner.id ? partner : undefined),
      change(id, change, from) {
        if (id !== partner.id || (from !== undefined && from !== status)) return Promise.resolve(undefined)
        changes.push(change)
        return Promise.resolve(partner)
      },
    },
    webhooks: {
      resumePartner(id) {
        resumed.push(id)
        return Promise.resolve()
      },
    },
  })
  return { ...dependencies, added, changes, resumed }
}
const inputFor = (id: string) => ({ actor: OPERATOR, id })
const entry = (action: string, id = 'p1') => ({
  actor: OPERATOR,
  action,
  subjectId: id,
  partnerId: id,
})

describe('createPartner', () => {
  it('stores the partner with its coupon and records who created it', async () => {
    const dependencies = withPartner('active')
    const input = { actor: OPERATOR, name: 'Revenda Sul', coupon: 'WELCOME' }
    expect(await createPartner(dependencies, input)).toEqual({
      id: 'id1',
      name: 'Revenda Sul',
      status: 'active',
      mode: 'live',
      testOf: null,
      coupon: 'WELCOME',
      rateLimit: null,
    })
    expect(dependencies.added).toEqual([{ id: 'id1', name: 'Revenda Sul', couponId: 'c1', testOf: null }])
    expect(dependencies.recorded).toEqual([entry('partner.created', 'id1')])
  })

  it('invites the first manager with all permissions', async () => {
    const added: NewPortalUser[] = []
    const partner = {
      id: 'id1',
      name: 'Revenda Sul',
      status: 'active',
      mode: 'live',
      testOf: null,
      coupon: null,
      rateLimit: null,
    } as const
    const outbox = stubOutbox()
    const dependencies = stubDependencies({
      partners: { add: () => Promise.resolve(), find: () => Promise.resolve(partner) },
      portalUsers: {
        findByEmail: () => Promise.resolve(undefined),
        add(user) {
          added.push(user)
          return Promise.resolve()
        },
      },
      mails: outbox.mails,
    })
    const manager = { name: 'Ana', email: 'ana@sul.example' }
    const input = { actor: OPERATOR, name: 'Revenda Sul', coupon: undefined, manager }
    expect(await createPartner(dependencies, input)).toEqual(partner)
    expect(added).toMatchObject([{ ...manager, partnerId: 'id1', permissions: [...PERMISSIONS] }])
    expect(outbox.queued).toMatchObject([{ recipient: manager.email, partnerId: 'id1' }])
    expect(dependencies.recorded.map(({ action }) => action)).toEqual(['partner.created', 'portal-user.invited'])
  })

  it('rolls back a dry run, and returns the partner that it would create', async () => {
    const dependencies = withPartner('active')
    const errors: unknown[] = []
    const transact: typeof dependencies.transact = (work) =>
      dependencies.transact(work).catch((error: unknown) => {
        errors.push(error)
        throw error
      })
    const input = { actor: OPERATOR, name: 'Revenda Sul', coupon: 'WELCOME', dryRun: true }
    expect(await createPartner({ ...dependencies, transact }, input)).toMatchObject({ id: 'id1', coupon: 'WELCOME' })
    expect(errors).toHaveLength(1)
  })

  const livePartner = { id: 'p1', mode: 'live' } as Partner
  const testPartner = { id: 'p2', mode: 'test' } as Partner
  it.each([
    ['an unknown partner', 'partner-not-found', undefined, undefined],
    ['a test partner', 'partner-in-test-mode', testPartner, undefined],
    ['a partner that has a test partner', 'test-partner-exists', livePartner, testPartner],
  ])('rejects a test partner of %s with %s', async (_case, kind, found, foundTestPartner) => {
    const locked: string[] = []
    // Without a stub for `add`, storing a partner would fail the test.
    const dependencies = stubDependencies({
      partners: {
        lock(id) {
          locked.push(id)
          return Promise.resolve()
        },
        find: () => Promise.resolve(found),
        findTestPartner: () => Promise.resolve(foundTestPartner),
      },
    })
    const input = { actor: OPERATOR, name: 'Revenda (test)', coupon: undefined, testOf: 'p1' }
    await expect(createPartner(dependencies, input)).rejects.toMatchObject({ kind })
    expect(locked).toEqual(['p1'])
  })

  it('stores nothing when the coupon does not exist', async () => {
    const dependencies = withPartner('active')
    const input = { actor: OPERATOR, name: 'Revenda Sul', coupon: 'UNKNOWN' }
    await expect(createPartner(dependencies, input)).rejects.toMatchObject({ kind: 'coupon-not-found' })
    expect([dependencies.added, dependencies.recorded]).toEqual([[], []])
  })
})

describe('partner changes', () => {
  it.each([
    ['suspendPartner', 'active', 'suspended', 'partner.suspended', suspendPartner],
    ['resumePartner', 'suspended', 'active', 'partner.resumed', resumePartner],
  ] as const)('%s changes the status from %s to %s and records %s', async (_name, from, to, action, change) => {
    const dependencies = withPartner(from)
    await change(dependencies, { ...inputFor('p1'), reason: REASON })
    expect(dependencies.changes).toEqual([{ status: to }])
    expect(dependencies.resumed).toEqual(to === 'active' ? ['p1'] : [])
    expect(dependencies.recorded).toEqual([{ ...entry(action), reason: REASON }])
  })

  it.each([
    ['suspendPartner', 'suspended', 'partner-already-suspended', suspendPartner],
    ['resumePartner', 'active', 'partner-already-active', resumePartner],
  ] as const)('%s rejects a partner that is already %s and an unknown partner', async (_name, status, kind, change) => {
    const dependencies = withPartner(status)
    await expect(change(dependencies, inputFor('p1'))).rejects.toMatchObject({ kind })
    await expect(change(dependencies, inputFor('p2'))).rejects.toMatchObject({ kind: 'partner-not-found' })
    expect([dependencies.changes, dependencies.recorded]).toEqual([[], []])
  })

  it('setPartnerCoupon sets and removes a coupon, and rejects an unknown coupon and an unknown partner', async () => {
    const dependencies = withPartner('active')
    await setPartnerCoupon(dependencies, { ...inputFor('p1'), code: 'WELCOME' })
    await setPartnerCoupon(dependencies, { ...inputFor('p1'), code: null })
    expect(dependencies.changes).toEqual([{ couponId: 'c1' }, { couponId: null }])
    expect(dependencies.recorded).toEqual([entry('partner.coupon-changed'), entry('partner.coupon-changed')])
    const unknown = [
      [{ ...inputFor('p1'), code: 'UNKNOWN' }, 'coupon-not-found'],
      [{ ...inputFor('p2'), code: null }, 'partner-not-found'],
    ] as const
    for (const [input, kind] of unknown) {
      await expect(setPartnerCoupon(dependencies, input)).rejects.toMatchObject({ kind })
    }
  })

  it('setPartnerRateLimit sets and removes a limit, records both values, and rejects an unknown partner', async () => {
    const until = new Date('2099-12-31T00:00:00Z')
    const dependencies = withPartner('active', { requests: 120, until: null })
    await setPartnerRateLimit(dependencies, { ...inputFor('p1'), rateLimit: { requests: 30, until } })
    await setPartnerRateLimit(dependencies, { ...inputFor('p1'), rateLimit: null })
    expect(dependencies.changes).toEqual([{ rateLimit: { requests: 30, until } }, { rateLimit: null }])
    // Both changes start from 120, because the stub does not store the first one.
    const changes = [
      { requests: { from: '120', to: '30' }, until: { from: null, to: until.toISOString() } },
      { requests: { from: '120', to: null } },
    ]
    expect(dependencies.recorded).toEqual(
      changes.map((changed) => ({ ...entry('partner.rate-limit-changed'), changes: changed })),
    )
    const unknown = setPartnerRateLimit(dependencies, { ...inputFor('p2'), rateLimit: null })
    await expect(unknown).rejects.toMatchObject({ kind: 'partner-not-found' })
  })
})
