import type { Administrator } from './administrator.ts'
import type { Employer } from './employer.ts'
import type { Subscription } from './subscription.ts'
import type { Unit } from './unit.ts'
import type { WorkSchedule } from './work-schedule.ts'

/** Everything about an account except its token and secret. */
export interface AccountOverview {
  id: string
  partnerId: string
  createdAt: Date
  /** Time of the erasure, which emptied the account's texts; `null` if the account was not erased. */
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
