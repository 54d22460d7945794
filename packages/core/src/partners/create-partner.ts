import type { Actor } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import type { IdGenerator } from '../ids/id-generator.ts'
import type { Transact } from '../unit-of-work.ts'
import type { Partner } from './partner.ts'

/** What an operator tells of a new partner. */
export interface CreatePartnerRequest {
  name: string
  /** The code of a coupon. */
  coupon: string | undefined
}

/** @throws DomainError `coupon-not-found` */
export const createPartner = (
  { transact, newId }: { transact: Transact; newId: IdGenerator },
  actor: Actor,
  { name, coupon: code }: CreatePartnerRequest,
): Promise<Partner> =>
  transact(async (stores) => {
    const coupon = code === undefined ? undefined : await findCoupon(stores, code)
    const id = newId()
    await stores.partners.add({ id, name, couponId: coupon?.id ?? null })
    await stores.audit.record({ actor, action: 'partner.created', subjectId: id, partnerId: id, accountId: null })
    return { id, name, status: 'active', coupon: coupon?.code ?? null }
  })
