import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { Unit } from '../units/unit.ts'
import type { WorkSchedule } from '../work-schedules/work-schedule.ts'
import type { StoredCredentials } from './account-credentials.ts'

/** An account as its partner sees it (2.2). */
export interface Account {
  id: string
  createdAt: Date
  /** The employer's legal name. */
  name: string
  financialEmail: string | null
  /** Null for an employer known by its CPF. */
  cnpj: string | null
  activeEmployees: number
  /** Employees contracted, over all subscriptions that are not canceled. */
  subscriptionEmployees: number
  /** Facial recognitions contracted in the active subscription, else 0. */
  subscriptionFaceIds: number
}

/** An account with what is kept of its token and secret. */
export interface AccountWithCredentials extends Account {
  credentials: StoredCredentials
}

/** A new account and everything that comes with it (1), ready to be stored as one. */
export interface NewAccount {
  id: string
  partnerId: string
  credentials: StoredCredentials
  administrator: Administrator
  employer: Employer
  unit: Unit & { id: string }
  workSchedule: WorkSchedule & { id: string }
  subscription: { id: string; employees: number }
}
