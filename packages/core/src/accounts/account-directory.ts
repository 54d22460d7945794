import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Address, Unit } from '../units/unit.ts'
import type { WorkSchedule } from '../work-schedules/work-schedule.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** Without token and secret. */
export interface AccountOverview {
  id: string
  partnerId: string
  createdAt: Date
  /** Since then, its texts are empty. */
  erasedAt: Date | null
  activeEmployees: number
  apiTokenStatus: 'active' | 'revoked'
  administrator: Administrator
  /** `invited` from the subscription's activation until a password is chosen. */
  administratorStatus: 'not-invited' | 'invited' | 'activated'
  employer: Employer
  unit: Unit
  workSchedule: WorkSchedule
  subscription: Subscription & { coupon: string | null }
}

export interface CorrectedAccount {
  employer: Employer
  administrator: Administrator
  address: Address
  removesLink: boolean
}

/** All partners' accounts, for internal applications. */
export interface AccountDirectory {
  overview(id: string): Promise<AccountOverview | undefined>

  /** Locks employer and administrator until the transaction ends. */
  lock(id: string): Promise<AccountOverview | undefined>

  /**
   * Also replaces the search terms, in a transaction.
   *
   * @param account before the correction
   * @throws `administrator-email-taken`
   */
  correct(
    account: Pick<AccountOverview, 'id' | 'partnerId' | 'administrator'>,
    corrected: CorrectedAccount,
  ): Promise<void>

  /** @returns the partner's id */
  setCredentials(id: string, credentials: Partial<StoredCredentials>): Promise<string | undefined>

  /** @returns the partner's id */
  setActiveEmployees(id: string, count: number): Promise<string | undefined>

  findByApiToken(apiTokenHash: Uint8Array): Promise<{ id: string; partnerId: string } | undefined>
}
