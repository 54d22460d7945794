import type { Administrator } from '../administrators/administrator.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { Employer } from '../employers/employer.ts'
import type { NewMail } from '../mails/mail.ts'
import type { PartnerMode } from '../partners/partner.ts'
import type { Unit } from '../units/unit.ts'
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
  /** Of the active subscription. */
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
  /** Of two test partners, each can have an account with the same e-mail. Default: `live`. */
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
