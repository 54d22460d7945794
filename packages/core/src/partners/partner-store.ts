import type { Partner, PartnerStatus } from './partner.ts'

/** A partner to add. */
export interface NewPartner {
  id: string
  name: string
  couponId: string | null
}

/** The changeable properties of a partner. */
export interface PartnerChanges {
  name?: string
  status?: PartnerStatus
  couponId?: string | null
}

/** Stores partners. */
export interface PartnerStore {
  add(partner: NewPartner): Promise<void>

  find(id: string): Promise<Partner | undefined>

  /**
   * Changes a partner.
   *
   * @param from the required current status. Of several concurrent changes from a status, exactly one succeeds
   * @returns the changed partner; `undefined` when there is none with the id (and status)
   */
  change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined>

  /** Returns whether there is no partner at all, as in a new installation. */
  isEmpty(): Promise<boolean>
}
