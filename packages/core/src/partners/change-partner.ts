import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import { DomainError } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import type { Partner } from './partner.ts'
import type { PartnerChanges } from './partner-store.ts'

interface Dependencies {
  transact: Transact
}

/**
 * Refuses the partner's portal users from now on; its data stays.
 *
 * @throws DomainError `partner-not-found`, `partner-already-suspended`
 */
export const suspendPartner = ({ transact }: Dependencies, actor: Actor, id: string): Promise<Partner> =>
  transact(async (stores) => {
    if ((await stores.partners.find(id))?.status === 'suspended') throw new DomainError('partner-already-suspended')
    return change(stores, actor, id, 'partner.suspended', { status: 'suspended' })
  })

/** @throws DomainError `partner-not-found`, `partner-already-active` */
export const resumePartner = ({ transact }: Dependencies, actor: Actor, id: string): Promise<Partner> =>
  transact(async (stores) => {
    if ((await stores.partners.find(id))?.status === 'active') throw new DomainError('partner-already-active')
    return change(stores, actor, id, 'partner.resumed', { status: 'active' })
  })

/**
 * Gives the partner's future accounts a coupon; accounts that are there already keep what they have.
 *
 * @param code null takes the coupon away
 * @throws DomainError `partner-not-found`, `coupon-not-found`
 */
export const setPartnerCoupon = (
  { transact }: Dependencies,
  actor: Actor,
  id: string,
  code: string | null,
): Promise<Partner> =>
  transact(async (stores) => {
    const couponId = code === null ? null : (await findCoupon(stores, code)).id
    return change(stores, actor, id, 'partner.coupon-changed', { couponId })
  })

async function change(
  { partners, audit }: Stores,
  actor: Actor,
  id: string,
  action: AuditAction,
  changes: PartnerChanges,
): Promise<Partner> {
  const partner = await partners.change(id, changes)
  if (!partner) throw new DomainError('partner-not-found')
  await audit.record({ actor, action, subjectId: id, partnerId: id, accountId: null })
  return partner
}
