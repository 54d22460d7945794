import type { Administrator } from './administrator.ts'
import type { StoredActivation } from '../identity/activation-link.ts'
import type { Employer } from './employer.ts'
import type { NewMail } from '../mails/mail.ts'
import type { PartnerMode } from '../partners/partner.ts'
import type { Unit } from './unit.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** An account as its partner sees it (2.2). */
export interface Account {
  id: string
  createdAt: Date
  name: string
  financialEmail: string | null
  /** `null` for an employer with a CPF. */
  cnpj: string | null
  activeEmployees: number
  /** Employees contracted, summed over subscriptions that are not canceled. */
  subscriptionEmployees: number
  /** Facial recognitions contracted in the active subscription. */
  subscriptionFaceIds: number
}

export interface AccountWithCredentials {
  account: Account
  credentials: StoredCredentials
}

/** Everything stored with a new account (part 1). */
export interface NewAccount {
  id: string
  partnerId: string
  /**
   * Default: `live`. The administrator's e-mail must be unique among the accounts of all live partners. In the mode `test`,
   * it must be unique among the accounts of this partner.
   */
  partnerMode?: PartnerMode | undefined
  credentials: StoredCredentials
  administrator: Administrator
  employer: Employer
  unit: Unit & { id: string }
  workScheduleId: string
  subscription: { id: string; employees: number }
  /** Present if the subscription is active from the start. */
  activation: { link: StoredActivation; mails: readonly NewMail[] } | undefined
}
