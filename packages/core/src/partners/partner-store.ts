import type { Partner, PartnerStatus } from './partner.ts'
import type { PartnerLimit } from './rate-limits.ts'

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

  /** Locks the partner until the transaction ends. */
  lock(id: string): Promise<void>

  /**
   * Changes a partner if it has the status `from`. Exactly one of several concurrent changes succeeds.
   *
   * @returns `undefined` if there is no partner with this id and status
   */
  change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined>

  /**
   * Deletes part of a test partner's data: at most `limit` accounts with everything about them. A call that finds no
   * accounts deletes at most `limit` rows each of mails, deliveries, events and other records. Users remain.
   *
   * Takes locks in the order of a correction: accounts, then their e-mails, then the partner.
   *
   * @returns whether nothing is left
   */
  empty(id: string, limit: number): Promise<boolean>

  /** Returns the limits that replace the default, by partner. */
  rateLimits(): Promise<ReadonlyMap<string, PartnerLimit>>

  isEmpty(): Promise<boolean>
}

declare module '../dependencies.ts' {
  interface Stores {
    partners: PartnerStore
  }
}
