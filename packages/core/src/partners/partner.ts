import type { PartnerLimit } from './rate-limits.ts'

export const PARTNER_STATUSES = ['active', 'suspended'] as const

export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** A test partner's mails are kept instead of sent; its users manage its subscriptions. */
export type PartnerMode = 'live' | 'test'

/** A reseller. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  mode: PartnerMode
  /** The live partner of a test partner. */
  testOf: string | null
  /** Code for new accounts. */
  coupon: string | null
  /** null for the default. */
  rateLimit: PartnerLimit | null
}
