import type { AccountDirectory } from './accounts/account-directory.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { AdministratorStore } from './administrators/administrator-store.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { CouponStore } from './coupons/coupon-store.ts'
import type { MailOutbox } from './mails/mail-outbox.ts'
import type { PartnerStore } from './partners/partner-store.ts'
import type { PortalUserStore } from './portal-users/portal-user-store.ts'
import type { SubscriptionStore } from './subscriptions/subscription-store.ts'

/** Everything that is kept. */
export interface Stores {
  accountDirectory: AccountDirectory
  accounts: AccountStore
  administrators: AdministratorStore
  audit: AuditTrail
  coupons: CouponStore
  mails: MailOutbox
  partners: PartnerStore
  portalUsers: PortalUserStore
  subscriptions: SubscriptionStore
}

/** Does some work as one: all that it stores holds together, or, when it throws, none of it. */
export type Transact = <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
