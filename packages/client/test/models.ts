import type { AppRouter } from '@partner-accounts/api'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<AppRouter>

type Output<Result> = Exclude<Result, null | undefined>
type Item<List> = List extends { items: readonly (infer Listed)[] } ? Listed : never
type Internal = Outputs['internal']
type AccountsItem = Output<Outputs['accounts']['list']>['_items'][number]

/** The models that the printed types have names for. */
export interface Models {
  Account: Output<Internal['accounts']['get']>
  AccountDetail: Output<Outputs['accounts']['get']>
  AccountExport: Output<Outputs['accounts']['export']>
  AccountOwner: Output<Internal['accounts']['authenticateApiToken']>
  AccountPage: Output<Outputs['accounts']['list']>
  AccountSearchPage: Output<Outputs['accounts']['search']>
  AccountSummary: AccountsItem
  AccountWithHistory: Output<Outputs['accounts']['getDetails']>
  Activity: Item<Output<Outputs['team']['listActivity']>>
  Address: Output<Internal['accounts']['get']>['unit']['address']
  Administrator: Output<Internal['accounts']['get']>['administrator']
  AuditEntry: Item<Output<Internal['audit']['list']>>
  Count: Output<Internal['figures']['get']>['queuedMails']
  Coupon: Output<Internal['coupons']['get']>
  CreatedAccount: Output<Outputs['accounts']['create']>
  Delivery: Item<Output<Outputs['webhooks']['listDeliveries']>>
  DeliveryDetail: Output<Outputs['webhooks']['getDelivery']>
  Employer: Output<Internal['accounts']['get']>['employer']
  Erasure: Output<Internal['accounts']['erase']>
  EventPage: Output<Outputs['events']['list']>
  ExistingAccount: Output<Outputs['accounts']['findExisting']>[number]
  Figures: Output<Internal['figures']['get']>
  FoundAccount: Item<Output<Outputs['accounts']['search']>>
  FoundRecords: Output<Internal['records']['search']>
  IssuedCredentials: Output<Outputs['testAccounts']['reissueToken']>
  LimitUsage: Output<Internal['limits']['get']>
  LimitedPartner: Item<Output<Internal['limits']['list']>>
  ListedAccount: Item<Output<Internal['accounts']['list']>>
  ListedPartner: Item<Output<Internal['partners']['list']>>
  ListedSubscription: Item<Output<Internal['subscriptions']['list']>>
  LoggedRequest: Item<Output<Outputs['requestLog']['list']>>
  Mail: Item<Output<Internal['mails']['list']>>
  MailPreview: Output<Internal['mails']['get']>
  Member: Item<Output<Outputs['team']['list']>>
  NewIntegration: Output<Outputs['team']['createIntegration']>
  NewWebhook: Output<Outputs['webhooks']['create']>
  Note: Output<Internal['notes']['create']>
  OperatorSession: Output<Outputs['operators']['getSession']>
  Partner: Output<Internal['partners']['setName']>
  PartnerDetail: Output<Internal['partners']['get']>
  PartnerToken: Output<Outputs['tokens']['create']>
  Person: Output<Internal['people']['export']>
  PortalUser: Output<Outputs['team']['invite']>
  PortalUserDetail: Output<Internal['portalUsers']['get']>
  RateLimit: NonNullable<Output<Internal['partners']['get']>['rateLimit']>
  Replay: Output<Outputs['webhooks']['replay']>
  Session: Output<Outputs['sessions']['list']>[number]
  SignInLink: Output<Internal['console']['createLink']>
  SignedInUser: Output<Outputs['sessions']['getCurrent']>
  Subscription: Output<Internal['subscriptions']['update']>
  TestMail: Output<Outputs['testAccounts']['listMails']>[number]
  Unit: Output<Internal['accounts']['get']>['unit']
  Webhook: Output<Outputs['webhooks']['update']>
  WebhookDetail: Output<Outputs['webhooks']['get']>
  WebhookWithDeliveries: Output<Internal['webhooks']['get']>
  WorkSchedule: Output<Internal['accounts']['get']>['workSchedule']
}
