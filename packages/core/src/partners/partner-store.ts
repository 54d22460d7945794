import type { NewPartner } from './partner.ts'

/** Where partners are kept. */
export interface PartnerStore {
  add(partner: NewPartner): Promise<void>

  /** Whether there is no partner at all, as in a new installation. */
  isEmpty(): Promise<boolean>
}
