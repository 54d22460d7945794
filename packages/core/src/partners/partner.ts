import type { PartnerLimit } from './rate-limits.ts'

export const PARTNER_STATUSES = ['active', 'suspended'] as const

export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** In test mode, mails are kept instead of sent, and the partner's users manage subscriptions. */
export type PartnerMode = 'live' | 'test'

/** A reseller. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  mode: PartnerMode
  /** The live partner of a test partner. */
  testOf: string | null
  /** Code of the coupon that new accounts redeem. */
  coupon: string | null
  /** null for the default. */
  rateLimit: PartnerLimit | null
}
