import type { AccountDirectory } from './accounts/account-directory.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { AdministratorStore } from './administrators/administrator.ts'
import type { ApprovalStore } from './approvals/approval-store.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { CouponStore } from './coupons/coupon.ts'
import type { EventStore } from './events/event.ts'
import type { MailOutbox } from './mails/mail.ts'
import type { NoteStore } from './notes/note-store.ts'
import type { OperatorQueries } from './operators/operator-queries.ts'
import type { OperatorSessionStore } from './operators/operator.ts'
import type { PartnerStore } from './partners/partner.ts'
import type { PersonStore } from './people/person-store.ts'
import type { PortalSessionStore } from './portal-sessions/portal-session-store.ts'
import type { PortalUserStore } from './portal-users/portal-user.ts'
import type { RejectionStore } from './rate-limits/rate-limits.ts'
import type { RequestLogStore } from './request-log/request-log-store.ts'
import type { SecondFactorStore } from './second-factors/second-factor-store.ts'
import type { SubscriptionStore } from './subscriptions/subscription.ts'
import type { WebhookStore } from './webhooks/webhook.ts'

export interface Stores {
  accountDirectory: AccountDirectory
  accounts: AccountStore
  administrators: AdministratorStore
  approvals: ApprovalStore
  audit: AuditTrail
  coupons: CouponStore
  events: EventStore
  mails: MailOutbox
  notes: NoteStore
  operatorQueries: OperatorQueries
  operatorSessions: OperatorSessionStore
  partners: PartnerStore
  people: PersonStore
  portalSessions: PortalSessionStore
  portalUsers: PortalUserStore
  rejections: RejectionStore
  requestLog: RequestLogStore
  secondFactors: SecondFactorStore
  subscriptions: SubscriptionStore
  webhooks: WebhookStore
}

/** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
export type Transact = <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
