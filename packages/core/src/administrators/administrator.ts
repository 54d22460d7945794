import type { Activations, StoredActivation } from '../activation-links/activation-token.ts'

export interface Administrator {
  fullName: string
  /** Unique across all partners, case-insensitively. */
  email: string
  /** 10 to 15 digits: optional country code, area code, number. */
  mobilePhone: string
}

export interface AdministratorOfAccount extends Administrator {
  accountId: string
  partnerId: string
  accountName: string
}

export interface AdministratorStore extends Activations<AdministratorOfAccount> {
  /**
   * Replaces the previous link.
   *
   * @returns `undefined` without such an account, or when its administrator is active
   */
  invite(accountId: string, activation: StoredActivation): Promise<AdministratorOfAccount | undefined>
}
