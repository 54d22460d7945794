import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Address, Unit } from '../units/unit.ts'
import type { WorkSchedule } from '../work-schedules/work-schedule.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** Everything that operators may see of an account. Contains no token and no secret. */
export interface AccountOverview {
  id: string
  partnerId: string
  createdAt: Date
  activeEmployees: number
  apiTokenStatus: 'active' | 'revoked'
  administrator: Administrator
  /** `invited` from the activation of the subscription until the administrator chooses a password. */
  administratorStatus: 'not-invited' | 'invited' | 'activated'
  employer: Employer
  unit: Unit
  workSchedule: WorkSchedule
  subscription: Subscription & { coupon: string | null }
}

/** The corrected records of an account. */
export interface CorrectedAccount {
  employer: Employer
  administrator: Administrator
  address: Address
  /** Whether the administrator's activation link stops working. */
  removesLink: boolean
}

/** The accounts of all partners, for internal applications only. Partners' requests use `AccountStore`. */
export interface AccountDirectory {
  /** @returns `undefined` when there is no such account */
  overview(id: string): Promise<AccountOverview | undefined>

  /**
   * Returns an account, whose employer and administrator nobody else changes until the end of the transaction.
   *
   * @returns `undefined` when there is no such account
   */
  lock(id: string): Promise<AccountOverview | undefined>

  /**
   * Replaces the employer, the administrator and the address of an account, also in what searches compare. Must be called in a
   * transaction.
   *
   * @param account before the correction
   * @throws DomainError `administrator-email-taken`
   */
  correct(
    account: Pick<AccountOverview, 'id' | 'partnerId' | 'administrator'>,
    corrected: CorrectedAccount,
  ): Promise<void>

  /** @returns the partner's id; `undefined` when there is no such account */
  setCredentials(id: string, credentials: Partial<StoredCredentials>): Promise<string | undefined>

  /** @returns the partner's id; `undefined` when there is no such account */
  setActiveEmployees(id: string, count: number): Promise<string | undefined>

  /** Finds the account that the token belongs to. */
  findByApiToken(apiTokenHash: Uint8Array): Promise<{ id: string; partnerId: string } | undefined>
}
