import type { PartnerLimit } from '../rate-limits/rate-limits.ts'

export const PARTNER_STATUSES = ['active', 'suspended'] as const

export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** A reseller. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  /** The code of the coupon for new accounts. */
  coupon: string | null
  /** null for the default. */
  rateLimit: PartnerLimit | null
}
