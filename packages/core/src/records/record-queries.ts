import type { TaxId } from '../accounts/employer.ts'
import type { Subscription, SubscriptionStatus } from '../accounts/subscription.ts'
import type { RecordedAuditEntry } from '../audit/audit-entry.ts'
import type { NormalizedEmail } from '../identity/email.ts'
import type { OperatorSession } from '../identity/operator.ts'
import type { PortalUser, PortalUserStatus } from '../identity/portal-user.ts'
import type { MailKind, MailRecord, MailStatus } from '../mails/mail.ts'
import type { Coupon } from '../partners/coupon.ts'
import type { Partner, PartnerMode, PartnerStatus } from '../partners/partner.ts'
import type { RejectedRequests } from '../partners/rejection-store.ts'
import type { ListRequest, PageRequest, RecordList, RecordPage } from '../record-page.ts'

export interface PartnerRecord extends Partner {
  createdAt: Date
  accounts: number
}

export interface PortalUserRecord extends PortalUser {
  partnerName: string
  partnerMode: PartnerMode
  createdAt: Date
  erasedAt: Date | null
  /** Expiry of the latest link, even if used; `null` without a link. */
  linkExpiresAt: Date | null
  lastSignedInAt: Date | null
}

export interface AccountRecord {
  id: string
  partnerId: string
  partnerName: string
  partnerMode: PartnerMode
  createdAt: Date
  name: string
  cpf: string | null
  cnpj: string | null
  administratorEmail: string
  subscriptionStatus: SubscriptionStatus
  subscriptionEmployees: number
}

export interface SubscriptionRecord extends Subscription {
  accountId: string
  accountName: string
  partnerId: string
  partnerName: string
  partnerMode: PartnerMode
  createdAt: Date
  activatedAt: Date | null
  canceledAt: Date | null
}

export interface TestFilter {
  /** Default: no records of test partners, unless the filter names a record or a partner. */
  includeTest?: boolean | undefined
}

export interface PartnerFilter extends TestFilter {
  id?: string | undefined
  status?: PartnerStatus | undefined
  /** Beginnings of words of the name, ignoring case and accents. Three or more letters also match inside a word. */
  name?: string | undefined
}

export interface PortalUserFilter {
  id?: string | undefined
  partnerId?: string | undefined
  status?: PortalUserStatus | undefined
  /** Words of the e-mail or name, compared as in `PartnerFilter`. */
  email?: string | undefined
}

export interface AccountFilter extends TestFilter {
  partnerId?: string | undefined
  /** Overrides `includeTest`. */
  mode?: PartnerMode | undefined
  /** Status of the latest subscription. */
  status?: SubscriptionStatus | undefined
  taxId?: TaxId | undefined
  /** The administrator's e-mail. */
  email?: NormalizedEmail | undefined
  /** A filter without an index: reads every account. */
  financialEmail?: NormalizedEmail | undefined
  /** Earliest time of creation. */
  from?: Date | undefined
  /** Latest time of creation. */
  to?: Date | undefined
}

export interface SubscriptionFilter extends TestFilter {
  status?: SubscriptionStatus | undefined
  partnerId?: string | undefined
}

export interface CouponFilter {
  /** Part of the code, ignoring case. */
  code?: string | undefined
}

export interface MailFilter extends TestFilter {
  id?: string | undefined
  status?: MailStatus | undefined
  kind?: MailKind | undefined
  recipient?: NormalizedEmail | undefined
  partnerId?: string | undefined
  accountId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Inclusive. */
  to?: Date | undefined
}

/** A partner with requests that the rate limit rejected. */
export interface LimitedPartner extends Pick<Partner, 'id' | 'name' | 'status' | 'mode'> {
  /** Number of rejected requests. */
  requests: number
  /** Minute of the latest rejected request. */
  lastMinute: Date
}

export type RejectionsOfMinute = Omit<RejectedRequests, 'partnerId'>

/** Numbers of records that wait for operators, each counted up to a maximum. */
export interface Waiting {
  pendingSubscriptions: number
  queuedMails: number
  failedMails: number
  limitedPartners: number
  oldestQueuedMail: QueuedMail | null
}

export interface QueuedMail {
  createdAt: Date
  /** Whether an attempt failed and will be retried. */
  isDeferred: boolean
}

export interface ActorFilter {
  kind: RecordedAuditEntry['actor']['kind']
  /** `undefined` for kinds without a name: an activation link and the service. */
  name: string | undefined
}

export interface AuditSearch {
  actor?: ActorFilter | undefined
  action?: string | undefined
  /** Any id that an entry mentions as its subject or account. */
  recordId?: string | undefined
  partnerId?: string | undefined
  accountId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Inclusive. */
  to?: Date | undefined
}

/**
 * All partners' records, newest first unless the request has an order. The audit trail is always newest first. The cost of
 * a page does not depend on the number of records, except with the filter `financialEmail`.
 */
export interface RecordQueries {
  partners(filter: PartnerFilter, page: ListRequest): Promise<RecordList<PartnerRecord>>
  portalUsers(filter: PortalUserFilter, page: ListRequest): Promise<RecordList<PortalUserRecord>>
  accounts(filter: AccountFilter, page: ListRequest): Promise<RecordList<AccountRecord>>
  subscriptions(filter: SubscriptionFilter, page: ListRequest): Promise<RecordList<SubscriptionRecord>>
  coupons(filter: CouponFilter, page: ListRequest): Promise<RecordList<Coupon>>
  mails(filter: MailFilter, page: ListRequest): Promise<RecordList<MailRecord>>
  auditEntries(search: AuditSearch, page: ListRequest): Promise<RecordList<RecordedAuditEntry>>
  /** Returns the names of partners, accounts, portal users and coupons. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  sessions(page: PageRequest): Promise<RecordPage<OperatorSession>>
  limitedPartners(filter: TestFilter & { since: Date }, page: PageRequest): Promise<RecordPage<LimitedPartner>>
  rejections(partnerId: string, since: Date): Promise<RejectionsOfMinute[]>
  waiting(limits: TestFilter & { limitedSince: Date; countTo: number }): Promise<Waiting>
  /** Returns the time of the database's clock. */
  now(): Promise<Date>
  /** Counts the accounts created in each span. Spans start and end at multiples of 15 minutes. */
  accountsCreated(spans: readonly { start: Date; end: Date }[], filter?: TestFilter): Promise<number[]>
}

declare module '../dependencies.ts' {
  interface Stores {
    records: RecordQueries
  }
}
