import type { Actor } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Partner } from './partner.ts'

/** A new partner, and who creates it. */
export interface CreatePartnerInput {
  actor: Actor
  name: string
  /** The code of a coupon. */
  coupon: string | undefined
}

/**
 * Creates a partner.
 *
 * @throws DomainError `coupon-not-found`
 */
export const createPartner = (
  { transact, newId }: Pick<Dependencies, 'transact' | 'newId'>,
  { actor, name, coupon: code }: CreatePartnerInput,
): Promise<Partner> =>
  transact(async (stores) => {
    const coupon = code === undefined ? undefined : await findCoupon({ stores }, { code })
    const id = newId()
    await stores.partners.add({ id, name, couponId: coupon?.id ?? null })
    await stores.audit.record({ actor, action: 'partner.created', subjectId: id, partnerId: id })
    return { id, name, status: 'active', coupon: coupon?.code ?? null }
  })
