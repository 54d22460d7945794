import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Unit } from '../units/unit.ts'
import type { WorkSchedule } from '../work-schedules/work-schedule.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** Everything of an account that operators may see: never a token or a secret. */
export interface AccountOverview {
  id: string
  partnerId: string
  createdAt: Date
  activeEmployees: number
  apiTokenStatus: 'active' | 'revoked'
  administrator: Administrator
  employer: Employer
  unit: Unit
  workSchedule: WorkSchedule
  subscription: Subscription & { coupon: string | null }
}

/** Accounts of all partners, for internal applications alone: partners look into `AccountStore`. */
export interface AccountDirectory {
  overview(id: string): Promise<AccountOverview | undefined>

  /** @returns the partner's id; undefined when there is no such account */
  setCredentials(id: string, credentials: Partial<StoredCredentials>): Promise<string | undefined>

  /** @returns the partner's id; undefined when there is no such account */
  setActiveEmployees(id: string, count: number): Promise<string | undefined>

  /** The account that the token opens. */
  findByApiToken(apiTokenHash: Uint8Array): Promise<{ id: string; partnerId: string } | undefined>
}
