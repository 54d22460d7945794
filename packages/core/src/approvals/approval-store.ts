import type { Administrator } from '../administrators/administrator.ts'
import type { Actor } from '../audit/audit-trail.ts'
import type { Employer } from '../employers/employer.ts'
import type { PageRequest, RecordPage } from '../record-page.ts'
import type { Address } from '../units/unit.ts'

export type ApprovableAction =
  'account.correct' | 'account.reissue-token' | 'account.revoke-token' | 'partner.suspend' | 'subscription.cancel'

export interface ApprovableInput {
  /** Of the account or partner. */
  id: string
  reason?: string | undefined
  employer?: Partial<Employer>
  administrator?: Partial<Administrator>
  address?: Partial<Address>
}

/** An operator's request that waits for another operator. */
export interface Approval {
  id: string
  partnerId: string
  accountId: string | null
  action: ApprovableAction
  /** May contain personal data. */
  input: ApprovableInput
  requester: Actor
  requestedAt: Date
  expiresAt: Date
}

export interface ApprovalStore {
  /** Expires by the database's clock. */
  add(approval: Omit<Approval, 'requestedAt' | 'expiresAt'>, validForDays: number): Promise<Approval>

  find(id: string): Promise<Approval | undefined>

  /** Returns a page of the requests, oldest first. */
  page(filter: { accountId?: string }, page: PageRequest): Promise<RecordPage<Approval>>

  /** Returns whether it removed the request. Exactly one of several concurrent calls does. */
  remove(approval: Pick<Approval, 'partnerId' | 'id'>): Promise<boolean>
}
