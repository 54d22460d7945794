import type { Administrator } from '../administrators/administrator.ts'
import type { StoredActivation } from '../activation-links/activation-token.ts'
import type { Employer } from '../employers/employer.ts'
import type { NewMail } from '../mails/mail.ts'
import type { Unit } from '../units/unit.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** An account as its partner sees it (2.2). */
export interface Account {
  id: string
  createdAt: Date
  /** The employer's legal name. */
  name: string
  financialEmail: string | null
  /** `null` for an employer identified by a CPF. */
  cnpj: string | null
  activeEmployees: number
  /** Employees contracted, over all subscriptions that are not canceled. */
  subscriptionEmployees: number
  /** Facial recognitions contracted in the active subscription; 0 without one. */
  subscriptionFaceIds: number
}

/** An account with the stored form of its token and secret. */
export interface AccountWithCredentials {
  account: Account
  credentials: StoredCredentials
}

/** A new account and everything that is created with it (part 1), to be stored atomically. */
export interface NewAccount {
  id: string
  partnerId: string
  credentials: StoredCredentials
  administrator: Administrator
  employer: Employer
  unit: Unit & { id: string }
  /** The id of its sample work schedule. */
  workScheduleId: string
  subscription: { id: string; employees: number }
  /** The administrator's link and the mails to queue, if the subscription is active from the start. */
  activation: { link: StoredActivation; mails: readonly NewMail[] } | undefined
}
