import type { Partner, PartnerStatus } from './partner.ts'

export interface NewPartner {
  id: string
  name: string
  couponId: string | null
}

export interface PartnerChanges {
  name?: string
  status?: PartnerStatus
  couponId?: string | null
}

export interface PartnerStore {
  add(partner: NewPartner): Promise<void>

  find(id: string): Promise<Partner | undefined>

  /**
   * Changes a partner if it has the status `from`. Exactly one of several concurrent changes succeeds.
   *
   * @returns `undefined` without such a partner
   */
  change(id: string, changes: PartnerChanges, from?: PartnerStatus): Promise<Partner | undefined>

  isEmpty(): Promise<boolean>
}
