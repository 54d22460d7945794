/** `pending` until activated; `canceled` is final. */
export type SubscriptionStatus = 'pending' | 'active' | 'canceled'

/** What an account has contracted. */
export interface Subscription {
  id: string
  status: SubscriptionStatus
  employees: number
  faceIds: number
  couponId: string | null
  /** What the coupon gave when it was redeemed; null without one. */
  percentOff: number | null
}

/** Employees contracted (2.2): over all subscriptions that are not canceled. */
export const contractedEmployees = (subscriptions: readonly Subscription[]): number =>
  subscriptions.filter(({ status }) => status !== 'canceled').reduce((sum, { employees }) => sum + employees, 0)

/** Facial recognitions contracted (2.2): of the active subscription. */
export const contractedFaceIds = (subscriptions: readonly Subscription[]): number =>
  subscriptions.find(({ status }) => status === 'active')?.faceIds ?? 0
