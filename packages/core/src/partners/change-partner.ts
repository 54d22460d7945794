import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import { DomainError, type DomainErrorKind } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import type { Partner, PartnerStatus } from './partner.ts'
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
    const changed = await change(stores, actor, id, 'partner.suspended', { status: 'suspended' }, 'active')
    return changed ?? refuse(stores, id, 'partner-already-suspended')
  })

/** @throws DomainError `partner-not-found`, `partner-already-active` */
export const resumePartner = ({ transact }: Dependencies, actor: Actor, id: string): Promise<Partner> =>
  transact(async (stores) => {
    const changed = await change(stores, actor, id, 'partner.resumed', { status: 'active' }, 'suspended')
    return changed ?? refuse(stores, id, 'partner-already-active')
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
    const changed = await change(stores, actor, id, 'partner.coupon-changed', { couponId })
    return changed ?? refuse(stores, id, 'partner-not-found')
  })

async function change(
  { partners, audit }: Stores,
  actor: Actor,
  id: string,
  action: AuditAction,
  changes: PartnerChanges,
  from?: PartnerStatus,
): Promise<Partner | undefined> {
  const partner = await partners.change(id, changes, from)
  if (partner) await audit.record({ actor, action, subjectId: id, partnerId: id, accountId: null })
  return partner
}

async function refuse({ partners }: Stores, id: string, kind: DomainErrorKind): Promise<never> {
  throw new DomainError((await partners.find(id)) ? kind : 'partner-not-found')
}
