import { requireNotErased } from '../accounts/employer.ts'
import type { Subscription } from '../accounts/subscription.ts'
import type { Actor } from '../audit/actor.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError, required } from '../errors.ts'
import type { Coupon } from '../partners/coupon.ts'
import { findCoupon } from '../partners/manage-coupons.ts'
import { activateInTransaction } from './activate-subscription.ts'

export interface CreateSubscriptionInput {
  actor: Actor
  accountId: string
  employees: number
  faceIds: number
  coupon: string | undefined
}

type CreationDependencies = Pick<Dependencies, 'transact' | 'newId' | 'subscriptionActivation' | 'subscriptionNotices'>

/**
 * Starts another subscription after a canceled one. With `subscriptionActivation: 'immediate'`, it is active immediately.
 *
 * @throws `account-not-found`, `account-erased`, `subscription-not-canceled`, `coupon-not-found`,
 * `coupon-not-redeemable`
 */
export const createSubscription = (
  { transact, newId, subscriptionActivation, subscriptionNotices }: CreationDependencies,
  { actor, accountId, coupon: code, employees, faceIds }: CreateSubscriptionInput,
): Promise<Subscription> =>
  transact(async (stores) => {
    // Concurrent calls serialize on this lock.
    const account = required(await stores.accountDirectory.lock(accountId), 'account-not-found')
    requireNotErased(account)
    if (account.subscription.status !== 'canceled') throw new DomainError('subscription-not-canceled')
    const { partnerId } = account
    const coupon = code === undefined ? undefined : await findCoupon({ stores }, { code })
    const id = newId()
    const contract = { id, employees, faceIds, percentOff: coupon?.percentOff ?? null }
    await stores.subscriptions.add({ ...contract, partnerId, accountId, couponId: coupon?.id ?? null })
    await stores.audit.record({ actor, action: 'subscription.created', subjectId: id, partnerId, accountId })
    const isActivated = subscriptionActivation === 'immediate'
    if (isActivated) {
      // The activation adds its notices to this map. Without a map, it sends none.
      const notices = subscriptionNotices ? new Map() : undefined
      await activateInTransaction(stores, { actor, accountId, partnerId, id, notices })
    }
    // An activation has locked the partner. The coupon must be locked after it, as when an account is created (ADR 22).
    if (coupon) await redeemCoupon(stores, coupon, partnerId)
    return { ...contract, status: isActivated ? 'active' : 'pending' }
  })

async function redeemCoupon({ partners, coupons }: Stores, { id }: Coupon, partnerId: string): Promise<void> {
  const partner = required(await partners.find(partnerId), 'partner-not-found')
  const isRedeemed = await coupons.redeem(id, { isTest: partner.mode === 'test' })
  if (!isRedeemed) throw new DomainError('coupon-not-redeemable')
}
