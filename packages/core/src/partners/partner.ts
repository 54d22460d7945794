export const PARTNER_STATUSES = ['active', 'suspended'] as const

/** A suspended partner keeps its data, but requests of its portal users are rejected. */
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** A reseller. Accounts and portal users belong to it. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  /** The code of the coupon that is applied to its new accounts. */
  coupon: string | null
}
