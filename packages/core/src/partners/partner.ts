import type { PartnerLimit } from '../rate-limits/rate-limits.ts'

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

export interface NewPartner {
  id: string
  name: string
  couponId: string | null
  testOf?: string | null
}

export interface PartnerChanges {
  name?: string
  status?: PartnerStatus
  couponId?: string | null
  rateLimit?: PartnerLimit | null
}

export interface PartnerStore {
  add(partner: NewPartner): Promise<void>

  find(id: string): Promise<Partner | undefined>

  findTestPartner(liveId: string): Promise<Partner | undefined>

  /**
   * Changes a partner if it has the status `from`. Exactly one of several concurrent changes succeeds.
   *
   * @returns `undefined` without such a partner
   */
  change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined>

  /**
   * Deletes at most `limit` accounts, mails, events and so on of a test partner. Its users remain.
   *
   * @returns whether none are left
   */
  empty(id: string, limit: number): Promise<boolean>

  /** Returns the limits that replace the default, by partner. */
  rateLimits(): Promise<ReadonlyMap<string, PartnerLimit>>

  isEmpty(): Promise<boolean>
}
