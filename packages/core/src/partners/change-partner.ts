import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { findCoupon } from '../coupons/find-coupon.ts'
import type { Dependencies } from '../dependencies.ts'
import { DomainError, type DomainErrorKind } from '../errors.ts'
import type { Stores } from '../unit-of-work.ts'
import type { Partner, PartnerStatus } from './partner.ts'
import type { PartnerChanges } from './partner-store.ts'

/** A partner, and who changes it. */
export interface ChangePartnerInput {
  actor: Actor
  id: string
}

/**
 * Suspends a partner: requests of its portal users are rejected, its data remains.
 *
 * @throws DomainError `partner-not-found`, `partner-already-suspended`
 */
export const suspendPartner = (
  { transact }: Pick<Dependencies, 'transact'>,
  input: ChangePartnerInput,
): Promise<Partner> =>
  transact(async (stores) => {
    const changed = await change(stores, input, 'partner.suspended', { status: 'suspended' }, 'active')
    return changed ?? reject(stores, input.id, 'partner-already-suspended')
  })

/**
 * Ends a partner's suspension.
 *
 * @throws DomainError `partner-not-found`, `partner-already-active`
 */
export const resumePartner = (
  { transact }: Pick<Dependencies, 'transact'>,
  input: ChangePartnerInput,
): Promise<Partner> =>
  transact(async (stores) => {
    const changed = await change(stores, input, 'partner.resumed', { status: 'active' }, 'suspended')
    return changed ?? reject(stores, input.id, 'partner-already-active')
  })

/**
 * Renames a partner. Later mails have the new name.
 *
 * @throws DomainError `partner-not-found`
 */
export const renamePartner = (
  { transact }: Pick<Dependencies, 'transact'>,
  { name, ...input }: ChangePartnerInput & { name: string },
): Promise<Partner> =>
  transact(async (stores) => {
    const changed = await change(stores, input, 'partner.renamed', { name })
    return changed ?? reject(stores, input.id, 'partner-not-found')
  })

/**
 * Sets the coupon that is applied to the partner's future accounts. Existing accounts do not change.
 *
 * @throws DomainError `partner-not-found`, `coupon-not-found`
 */
export const setPartnerCoupon = (
  { transact }: Pick<Dependencies, 'transact'>,
  {
    code,
    ...input
  }: ChangePartnerInput & {
    /** `null` removes the coupon. */
    code: string | null
  },
): Promise<Partner> =>
  transact(async (stores) => {
    const couponId = code === null ? null : (await findCoupon({ stores }, { code })).id
    const changed = await change(stores, input, 'partner.coupon-changed', { couponId })
    return changed ?? reject(stores, input.id, 'partner-not-found')
  })

async function change(
  { partners, audit }: Stores,
  { actor, id }: ChangePartnerInput,
  action: AuditAction,
  changes: PartnerChanges,
  from?: PartnerStatus,
): Promise<Partner | undefined> {
  const partner = await partners.change(id, changes, from)
  if (partner) await audit.record({ actor, action, subjectId: id, partnerId: id })
  return partner
}

async function reject({ partners }: Stores, id: string, kind: DomainErrorKind): Promise<never> {
  throw new DomainError((await partners.find(id)) ? kind : 'partner-not-found')
}
