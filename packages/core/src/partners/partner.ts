import type { PartnerLimit } from '../rate-limits/rate-limits.ts'

export const PARTNER_STATUSES = ['active', 'suspended'] as const

export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** Mails of a test partner are kept instead of sent, and its users manage its subscriptions themselves. */
export type PartnerMode = 'live' | 'test'

/** A reseller. */
export interface Partner {
  id: string
  name: string
  status: PartnerStatus
  mode: PartnerMode
  /** The live partner of a test partner. */
  testOf: string | null
  /** The code of the coupon for new accounts. */
  coupon: string | null
  /** null for the default. */
  rateLimit: PartnerLimit | null
}
