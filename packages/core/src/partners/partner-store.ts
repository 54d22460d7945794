import type { Partner, PartnerStatus } from './partner.ts'

/** A partner as it is added. */
export interface NewPartner {
  id: string
  name: string
  couponId: string | null
}

/** What can be changed of a partner. */
export interface PartnerChanges {
  status?: PartnerStatus
  couponId?: string | null
}

/** Where partners are kept. */
export interface PartnerStore {
  add(partner: NewPartner): Promise<void>

  find(id: string): Promise<Partner | undefined>

  /** In the order in which they were added. */
  list(): Promise<Partner[]>

  /**
   * @param from the status that it must have: of two that move it at once, one alone succeeds
   * @returns the partner as it is now; undefined when there is none with that id (and status)
   */
  change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined>

  /** Whether there is no partner at all, as in a new installation. */
  isEmpty(): Promise<boolean>
}
