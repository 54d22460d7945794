// Generated from the router by `pnpm --filter @partner-accounts/client run types`.
// Each procedure has its input, which is named after it, and its result. Times are ISO 8601 texts.
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: true },
  Procedures
>

export interface ErrorShape {
  code: TRPC_ERROR_CODE_NUMBER
  message: string
  data: ErrorData
}

/** An error of the service. `name` decides whether it has `fields`, and which. */
export type ErrorData = OtherError | { [Name in keyof FieldErrors]: FieldError<Name> }[keyof FieldErrors]

interface ErrorStatus {
  code: TRPC_ERROR_CODE_KEY
  httpStatus: number
  path?: string
  retryAfterSeconds: number | undefined
}

/** An error about fields of the input. */
export interface FieldError<Name extends keyof FieldErrors> extends ErrorStatus {
  name: Name
  /** Messages by dotted name. */
  fields: FieldErrors[Name]
  appCode: undefined
  uiMessage: undefined
}

export interface OtherError extends ErrorStatus {
  name: OtherErrorName
  fields: undefined
  /** `_code` of the REST envelope. */
  appCode: number
  /** Message for end users. */
  uiMessage: string
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  /** Cursor of the next page, or `null` on the last page. */
  nextCursor: string | null
}

/** A page of a list, with the number of all items if it was requested. */
export interface CountedPage<Item> extends Page<Item> {
  total?: Count
}

export interface FieldErrors {
  'event-unknown': { after: string[] }
  'events-expired': { after: string[] }
  'idempotency-key-reused': { 'Idempotency-Key': string[] }
  'invalid-fields': { [key: string]: string[] }
  'invalid-idempotency-key': { 'Idempotency-Key': string[] }
  'invalid-webhook-url': { url: string[] }
  'password-too-common': { password: string[] }
  'portal-user-email-reserved': { email: string[] }
  'reason-missing': { reason: string[] }
  'wrong-code': { code: string[] }
  'wrong-password': { currentPassword: string[] }
}

export type OtherErrorName =
  | 'account-ambiguous'
  | 'account-erased'
  | 'account-not-found'
  | 'activation-link-expired'
  | 'activation-link-invalid'
  | 'activation-link-used'
  | 'activation-mail-just-sent'
  | 'administrator-already-active'
  | 'administrator-email-taken'
  | 'bad-request'
  | 'batch-response-too-large'
  | 'batch-too-long'
  | 'body-too-large'
  | 'coupon-code-taken'
  | 'coupon-not-found'
  | 'coupon-not-redeemable'
  | 'coupon-redeemed-more-often'
  | 'export-in-batch'
  | 'forbidden'
  | 'header-too-large'
  | 'idempotent-request-in-flight'
  | 'integration-manages-users'
  | 'integration-sign-in'
  | 'internal'
  | 'invalid-account-identifier'
  | 'invalid-credentials'
  | 'invalid-internal-key'
  | 'invalid-json'
  | 'invitation-just-sent'
  | 'last-manager'
  | 'live-mode'
  | 'mail-content-erased'
  | 'mail-key-removed'
  | 'mail-not-found'
  | 'mail-unknown'
  | 'method-not-allowed'
  | 'note-not-found'
  | 'operator-forbidden'
  | 'operator-session-not-found'
  | 'overloaded'
  | 'own-second-factor'
  | 'partner-already-active'
  | 'partner-already-suspended'
  | 'partner-in-live-mode'
  | 'partner-in-test-mode'
  | 'partner-not-found'
  | 'password-link-invalid'
  | 'person-not-found'
  | 'portal-user-already-active'
  | 'portal-user-email-taken'
  | 'portal-user-erased'
  | 'portal-user-not-active'
  | 'portal-user-not-disabled'
  | 'portal-user-not-found'
  | 'rate-limited'
  | 'request-timeout'
  | 'route-not-found'
  | 'second-factor-active'
  | 'second-factor-missing'
  | 'second-factor-required'
  | 'sign-in-link-invalid'
  | 'storage-unavailable'
  | 'subscription-canceled'
  | 'subscription-not-active'
  | 'subscription-not-canceled'
  | 'team-full'
  | 'test-partner-exists'
  | 'too-many-exports'
  | 'too-many-invitations'
  | 'too-many-password-resets'
  | 'too-many-sign-ins'
  | 'too-many-webhooks'
  | 'unauthenticated'
  | 'unsupported-media-type'
  | 'user-not-activated'
  | 'webhook-not-active'
  | 'webhook-not-found'
  | 'webhook-pace-exceeded'
  | 'webhook-queue-full'

export interface Account {
  activeEmployees: number
  administrator: Administrator
  administratorStatus: 'activated' | 'invited' | 'not-invited'
  apiTokenStatus: 'active' | 'revoked'
  createdAt: string
  employer: Employer
  erasedAt: string | null
  id: string
  partnerId: string
  subscription: {
    coupon: string | null
    employees: number
    faceIds: number
    id: string
    percentOff: number | null
    status: 'active' | 'canceled' | 'pending'
  }
  unit: Unit
  workSchedule: WorkSchedule
}

export interface AccountDetail {
  _created: string
  _id: string
  active_employees: number
  api_token?: string | null
  cnpj: string | null
  financial_email: string | null
  name: string | null
  subscription_employees: number
  subscription_face_ids: number
}

export interface AccountExport { items: FoundAccount[]; next: string | null }

export interface AccountOwner { id: string; mode: 'live' | 'test'; partnerId: string }

export interface AccountPage {
  _items: AccountSummary[]
  _links: {
    last?: { href: string; title: string }
    next?: { href: string; title: string }
    parent: { href: string; title: string }
    self?: { href: string; title: string }
  }
  _meta: { max_results: number; page: number; total: number }
}

export interface AccountSearchPage {
  isSimilar: boolean
  isTotalExact: boolean
  items: FoundAccount[]
  page: number
  pageSize: number
  total: number
}

export interface AccountSummary {
  _created: string
  _id: string
  active_employees: number
  cnpj: string | null
  financial_email: string | null
  name: string | null
  subscription_employees: number
  subscription_face_ids: number
}

export interface AccountWithHistory {
  activeEmployees: number
  administrator: Administrator
  administratorStatus: 'activated' | 'invited' | 'not-invited'
  apiTokenStatus: 'active' | 'revoked'
  createdAt: string
  employer: Employer
  erasedAt: string | null
  history: {
    action: 
      | 'account.created'
      | 'account.erased'
      | 'account.token-reissued'
      | 'account.token-revoked'
      | 'account.usage-reported'
      | 'administrator.activated'
      | 'administrator.corrected'
      | 'administrator.invited'
      | 'employer.corrected'
      | 'subscription.activated'
      | 'subscription.canceled'
      | 'subscription.changed'
      | 'subscription.created'
    actor: 'activation-link' | 'internal' | 'operator' | 'portal-user' | 'service'
    at: string
    name?: string
  }[]
  id: string
  partnerId: string
  subscription: {
    coupon: string | null
    employees: number
    faceIds: number
    id: string
    percentOff: number | null
    status: 'active' | 'canceled' | 'pending'
  }
  unit: Unit
  workSchedule: WorkSchedule
}

export interface Activity {
  account: { id: string; name: string | null } | null
  action: 
    | 'account.created'
    | 'account.erased'
    | 'account.token-reissued'
    | 'account.token-revoked'
    | 'integration.created'
    | 'integration.password-rotated'
    | 'partner.emptied'
    | 'partner.second-factor-optional'
    | 'partner.second-factor-required'
    | 'portal-user.activated'
    | 'portal-user.disabled'
    | 'portal-user.enabled'
    | 'portal-user.erased'
    | 'portal-user.invited'
    | 'portal-user.password-changed'
    | 'portal-user.password-reset'
    | 'portal-user.permissions-changed'
    | 'portal-user.second-factor-added'
    | 'portal-user.second-factor-codes-reissued'
    | 'portal-user.second-factor-removed'
    | 'portal-user.second-factor-reset'
    | 'portal-user.sign-in-failed'
    | 'portal-user.signed-in'
    | 'portal-user.signed-out-elsewhere'
    | 'portal-user.token-issued'
    | 'webhook.changed'
    | 'webhook.created'
    | 'webhook.deleted'
    | 'webhook.disabled'
    | 'webhook.paused'
    | 'webhook.replayed'
    | 'webhook.resumed'
    | 'webhook.secret-rotated'
  actor: { id: string; name: string | null } | null
  at: string
  changes: {
    [key: string]: { from: string | null; to: string | null }
  } | null
  count: number
  id: string
  user: { email: string; id: string; name: string } | null
}

export interface Address {
  cep: string
  city: string
  complement: string | null
  neighborhood: string
  state: 
    | 'AC'
    | 'AL'
    | 'AM'
    | 'AP'
    | 'BA'
    | 'CE'
    | 'DF'
    | 'ES'
    | 'GO'
    | 'MA'
    | 'MG'
    | 'MS'
    | 'MT'
    | 'PA'
    | 'PB'
    | 'PE'
    | 'PI'
    | 'PR'
    | 'RJ'
    | 'RN'
    | 'RO'
    | 'RR'
    | 'RS'
    | 'SC'
    | 'SE'
    | 'SP'
    | 'TO'
  streetName: string
  streetNumber: string
}

export interface Administrator { email: string; fullName: string; mobilePhone: string }

export interface AuditEntry {
  accountId: string | null
  accountName: string | null
  action: 
    | 'account.created'
    | 'account.erased'
    | 'account.token-reissued'
    | 'account.token-revoked'
    | 'account.usage-reported'
    | 'administrator.activated'
    | 'administrator.corrected'
    | 'administrator.invited'
    | 'coupon.changed'
    | 'coupon.created'
    | 'employer.corrected'
    | 'integration.created'
    | 'integration.password-rotated'
    | 'mail.discarded'
    | 'mail.retried'
    | 'note.added'
    | 'note.deleted'
    | 'operator.link-created'
    | 'operator.session-ended'
    | 'operator.sign-in-rejected'
    | 'operator.signed-in'
    | 'operator.signed-out'
    | 'partner.coupon-changed'
    | 'partner.created'
    | 'partner.emptied'
    | 'partner.rate-limit-changed'
    | 'partner.renamed'
    | 'partner.resumed'
    | 'partner.second-factor-optional'
    | 'partner.second-factor-required'
    | 'partner.suspended'
    | 'person.exported'
    | 'portal-user.activated'
    | 'portal-user.disabled'
    | 'portal-user.enabled'
    | 'portal-user.erased'
    | 'portal-user.invited'
    | 'portal-user.password-changed'
    | 'portal-user.password-reset'
    | 'portal-user.password-reset-sent'
    | 'portal-user.permissions-changed'
    | 'portal-user.second-factor-added'
    | 'portal-user.second-factor-codes-reissued'
    | 'portal-user.second-factor-removed'
    | 'portal-user.second-factor-reset'
    | 'portal-user.sign-in-failed'
    | 'portal-user.signed-in'
    | 'portal-user.signed-out-elsewhere'
    | 'portal-user.token-issued'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed'
    | 'subscription.created'
    | 'webhook.changed'
    | 'webhook.created'
    | 'webhook.deleted'
    | 'webhook.disabled'
    | 'webhook.paused'
    | 'webhook.replayed'
    | 'webhook.resumed'
    | 'webhook.secret-rotated'
  actor: string
  actorName: string | null
  at: string
  changes: {
    [key: string]: { from: string | null; to: string | null }
  } | null
  count: number
  network: string | null
  partnerId: string | null
  partnerName: string | null
  reason: string | null
  subjectId: string
  subjectName: string | null
  via: string | null
}

export interface Count { count: number; isExact: boolean }

export interface Coupon {
  code: string
  expiresAt: string | null
  id: string
  maxRedemptions: number | null
  percentOff: number
  redemptions: number
}

export interface CreatedAccount { _id: string; api_token: string; secret: string }

export interface Delivery {
  account: { id: string; name: string } | null
  attempts: number
  createdAt: string
  dueAt: string
  durationMs: number | null
  eventId: string
  id: string
  lastError: string | null
  responseBody: string | null
  responseStatus: number | null
  sentAt: string | null
  status: 'failed' | 'queued' | 'sent'
  type: 
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed'
    | 'webhook.test'
}

export interface DeliveryDetail {
  account: { id: string; name: string } | null
  attempts: number
  createdAt: string
  dueAt: string
  durationMs: number | null
  eventId: string
  id: string
  lastError: string | null
  requestBody: string | null
  responseBody: string | null
  responseStatus: number | null
  sentAt: string | null
  status: 'failed' | 'queued' | 'sent'
  type: 
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed'
    | 'webhook.test'
  webhookId: string
}

export interface Employer {
  cnpj: string | null
  cpf: string | null
  financialEmail: string | null
  name: string
  tradeName: string
}

export interface Erasure { erasedAt: string; id: string; wasErased: boolean }

export interface EventPage {
  _items: {
    data: {
      account: AccountSummary
      account_id: string
      corrected?: 'administrator' | 'employer'
    } | {
      corrected?: 'administrator' | 'employer'
      portal_user_id: string
    }
    id: string
    position: number
    timestamp: string
    type: 
      | 'account.corrected'
      | 'account.created'
      | 'administrator.activated'
      | 'api_token.reissued'
      | 'api_token.revoked'
      | 'portal_user.activated'
      | 'portal_user.disabled'
      | 'subscription.activated'
      | 'subscription.canceled'
      | 'subscription.changed'
  }[]
  _links: {
    next?: { href: string; title: string }
    parent: { href: string; title: string }
  }
  _meta: { after: string; max_results: number }
}

export interface ExistingAccount {
  administratorEmail: string
  cnpj: string | null
  cpf: string | null
  id: string
  name: string
}

export interface Figures {
  accountsCreated: { accounts: number; date: string }[]
  countsProxiesAsClients: boolean
  failedMails: Count
  isOutgoingEnabled: boolean
  limitedPartners: Count
  oldestQueuedMail: { createdAt: string; isDeferred: boolean } | null
  pendingSubscriptions: Count
  queuedMails: Count
  rateLimitStore: 'process' | 'shared' | 'unavailable'
}

export interface FoundAccount {
  activeEmployees: number
  administrator: {
    email: string
    fullName: string
    isActivated: boolean
    mobilePhone: string
  }
  apiTokenStatus: 'active' | 'revoked'
  cnpj: string | null
  cpf: string | null
  createdAt: string
  financialEmail: string | null
  id: string
  name: string
  partnerId: string
  subscriptionEmployees: number
  subscriptionFaceIds: number
  subscriptionStatus: 'active' | 'canceled' | 'pending'
  tradeName: string
}

export interface FoundRecords {
  accounts: {
    administratorEmail: string
    cnpj: string | null
    cpf: string | null
    createdAt: string
    id: string
    name: string
    partnerId: string
    subscriptionStatus: 'active' | 'canceled' | 'pending'
    tradeName: string
  }[]
  coupons: Coupon[]
  mails: Mail[]
  partners: ListedPartner[]
  portalUsers: PortalUserDetail[]
  requests: LoggedRequest[]
}

export interface IssuedCredentials { apiToken: string; id: string; secret: string }

export interface LimitUsage {
  partnerId: string
  partnerName: string
  rejections: { minute: string; requests: number }[]
  usage: {
    isShared: boolean
    limit: number
    used: number
    windowSeconds: number
  }
}

export interface LimitedPartner {
  id: string
  lastMinute: string
  mode: 'live' | 'test'
  name: string
  requests: number
  status: 'active' | 'suspended'
}

export interface ListedAccount {
  administratorEmail: string
  cnpj: string | null
  cpf: string | null
  createdAt: string
  id: string
  name: string
  partnerId: string
  partnerMode: 'live' | 'test'
  partnerName: string
  subscriptionEmployees: number
  subscriptionStatus: 'active' | 'canceled' | 'pending'
}

export interface ListedPartner {
  accounts: number
  coupon: string | null
  createdAt: string
  id: string
  mode: 'live' | 'test'
  name: string
  rateLimit: RateLimit | null
  status: 'active' | 'suspended'
  testOf: string | null
}

export interface ListedSubscription {
  accountId: string
  accountName: string
  activatedAt: string | null
  canceledAt: string | null
  createdAt: string
  employees: number
  faceIds: number
  id: string
  partnerId: string
  partnerMode: 'live' | 'test'
  partnerName: string
  percentOff: number | null
  status: 'active' | 'canceled' | 'pending'
}

export interface LoggedRequest {
  at: string
  code: number | null
  durationMs: number
  fields: readonly string[]
  id: string
  method: string
  partnerId: string
  requestId: string
  route: string | null
  status: number
  user: { email: string; id: string; name: string } | null
  userId: string
}

export interface Mail {
  accountId: string | null
  attempts: number
  createdAt: string
  id: string
  kind: 
    | 'account-corrected'
    | 'administrator-activation'
    | 'administrator-welcome'
    | 'password-changed'
    | 'password-reset'
    | 'portal-user-invitation'
    | 'second-factor-changed'
    | 'subscription-activated'
    | 'webhook-disabled'
  lastError: string | null
  partnerId: string | null
  recipient: string
  sentAt: string | null
  status: 'failed' | 'kept' | 'queued' | 'sent'
}

export interface MailPreview {
  attempts: number
  createdAt: string
  html: string
  id: string
  kind: 
    | 'account-corrected'
    | 'administrator-activation'
    | 'administrator-welcome'
    | 'password-changed'
    | 'password-reset'
    | 'portal-user-invitation'
    | 'second-factor-changed'
    | 'subscription-activated'
    | 'webhook-disabled'
  lastError: string | null
  message: string
  recipient: string
  sentAt: string | null
  status: 'failed' | 'kept' | 'queued' | 'sent'
  subject: string
  text: string
}

export interface Member {
  createdAt: string
  email: string
  hasSecondFactor: boolean
  id: string
  kind: 'integration' | 'person'
  lastSignedInAt: string | null
  name: string
  partnerId: string
  permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
  status: 'active' | 'disabled' | 'invited'
}

export interface NewIntegration {
  email: string
  id: string
  kind: 'integration' | 'person'
  name: string
  partnerId: string
  password: string
  permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
  status: 'active' | 'disabled' | 'invited'
}

export interface NewWebhook {
  createdAt: string
  failingSince: string | null
  id: string
  partnerId: string
  secret: string
  status: 'active' | 'disabled' | 'paused' | 'unverified'
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
  url: string
}

export interface Note {
  accountId: string | null
  author: string
  createdAt: string
  id: string
  partnerId: string
  text: string
}

export interface OperatorSession {
  createdBy: string | null
  email: string | null
  expiresAt: string
  id: string
  name: string
  network: string
  role: 'admin' | 'support' | 'viewer'
  startedAt: string
  userAgent: string
}

export interface Partner {
  coupon: string | null
  id: string
  mode: 'live' | 'test'
  name: string
  rateLimit: RateLimit | null
  status: 'active' | 'suspended'
  testOf: string | null
}

export interface PartnerDetail {
  accounts: number
  coupon: string | null
  createdAt: string
  id: string
  mode: 'live' | 'test'
  name: string
  rateLimit: RateLimit | null
  status: 'active' | 'suspended'
  testOf: string | null
  testPartnerId: string | null
}

export interface PartnerToken { _id: string; token: string }

export interface Person {
  administeredAccount: Account | null
  auditEntries: {
    accountId: string | null
    action: 
      | 'account.created'
      | 'account.erased'
      | 'account.token-reissued'
      | 'account.token-revoked'
      | 'account.usage-reported'
      | 'administrator.activated'
      | 'administrator.corrected'
      | 'administrator.invited'
      | 'coupon.changed'
      | 'coupon.created'
      | 'employer.corrected'
      | 'integration.created'
      | 'integration.password-rotated'
      | 'mail.discarded'
      | 'mail.retried'
      | 'note.added'
      | 'note.deleted'
      | 'operator.link-created'
      | 'operator.session-ended'
      | 'operator.sign-in-rejected'
      | 'operator.signed-in'
      | 'operator.signed-out'
      | 'partner.coupon-changed'
      | 'partner.created'
      | 'partner.emptied'
      | 'partner.rate-limit-changed'
      | 'partner.renamed'
      | 'partner.resumed'
      | 'partner.second-factor-optional'
      | 'partner.second-factor-required'
      | 'partner.suspended'
      | 'person.exported'
      | 'portal-user.activated'
      | 'portal-user.disabled'
      | 'portal-user.enabled'
      | 'portal-user.erased'
      | 'portal-user.invited'
      | 'portal-user.password-changed'
      | 'portal-user.password-reset'
      | 'portal-user.password-reset-sent'
      | 'portal-user.permissions-changed'
      | 'portal-user.second-factor-added'
      | 'portal-user.second-factor-codes-reissued'
      | 'portal-user.second-factor-removed'
      | 'portal-user.second-factor-reset'
      | 'portal-user.sign-in-failed'
      | 'portal-user.signed-in'
      | 'portal-user.signed-out-elsewhere'
      | 'portal-user.token-issued'
      | 'subscription.activated'
      | 'subscription.canceled'
      | 'subscription.changed'
      | 'subscription.created'
      | 'webhook.changed'
      | 'webhook.created'
      | 'webhook.deleted'
      | 'webhook.disabled'
      | 'webhook.paused'
      | 'webhook.replayed'
      | 'webhook.resumed'
      | 'webhook.secret-rotated'
    actor: string
    at: string
    changes: {
      [key: string]: { from: string | null; to: string | null }
    } | null
    count: number
    network: string | null
    partnerId: string | null
    reason: string | null
    subjectId: string
    via: string | null
  }[]
  email: string
  financialContactOf: {
    cnpj: string | null
    cpf: string | null
    createdAt: string
    id: string
    name: string
    partnerId: string
  }[]
  id: string
  isComplete: boolean
  mails: Mail[]
  notes: Note[]
  operatorSessions: OperatorSession[]
  portalUser: {
    createdAt: string
    email: string
    erasedAt: string | null
    hasSecondFactor: boolean
    id: string
    kind: 'integration' | 'person'
    lastSignedInAt: string | null
    linkExpiresAt: string | null
    name: string
    partnerId: string
    partnerMode: 'live' | 'test'
    partnerName: string
    permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
    status: 'active' | 'disabled' | 'invited'
  } | null
  requests: LoggedRequest[]
  sessions: {
    id: string
    lastUsedAt: string
    startedAt: string
    userAgent: string
  }[]
  testAccounts: {
    activeEmployees: number
    administrator: Administrator
    administratorStatus: 'activated' | 'invited' | 'not-invited'
    apiTokenStatus: 'active' | 'revoked'
    createdAt: string
    employer: {
      financialEmail: string | null
      name: string
      taxId: { kind: 'cnpj'; value: string } | { kind: 'cpf'; value: string }
      tradeName: string
    }
    erasedAt: string | null
    id: string
    partnerId: string
    subscription: {
      coupon: string | null
      employees: number
      faceIds: number
      id: string
      percentOff: number | null
      status: 'active' | 'canceled' | 'pending'
    }
    unit: Unit
    workSchedule: WorkSchedule
  }[]
  testUser: {
    createdAt: string
    email: string
    erasedAt: string | null
    hasSecondFactor: boolean
    id: string
    kind: 'integration' | 'person'
    lastSignedInAt: string | null
    linkExpiresAt: string | null
    name: string
    partnerId: string
    partnerMode: 'live' | 'test'
    partnerName: string
    permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
    status: 'active' | 'disabled' | 'invited'
  } | null
}

export interface PortalUser {
  email: string
  id: string
  kind: 'integration' | 'person'
  name: string
  partnerId: string
  permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
  status: 'active' | 'disabled' | 'invited'
}

export interface PortalUserDetail {
  createdAt: string
  email: string
  erasedAt: string | null
  id: string
  kind: 'integration' | 'person'
  lastSignedInAt: string | null
  linkExpiresAt: string | null
  name: string
  partnerId: string
  partnerMode: 'live' | 'test'
  partnerName: string
  permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
  status: 'active' | 'disabled' | 'invited'
}

export interface RateLimit { requests: number; until: string | null }

export interface Replay {
  createdAt: string
  failingSince: string | null
  id: string
  nextCursor: string | null
  partnerId: string
  replayed: number
  status: 'active' | 'disabled' | 'paused' | 'unverified'
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
  url: string
}

export interface Session {
  id: string
  isCurrent: boolean
  lastUsedAt: string
  startedAt: string
  userAgent: string
}

export interface SignInLink {
  email: string | null
  expiresAt: string
  role: 'admin' | 'support' | 'viewer'
  url: string
}

export interface SignedInUser {
  email: string
  id: string
  isOpenedFromLive: boolean
  lookups: { address: boolean; company: boolean }
  name: string
  partner: {
    id: string
    mode: 'live' | 'test'
    name: string
    status: 'active' | 'suspended'
  }
  permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
  secondFactor: { isActive: boolean; isRequired: boolean }
}

export interface Subscription {
  employees: number
  faceIds: number
  id: string
  percentOff: number | null
  status: 'active' | 'canceled' | 'pending'
}

export interface TestMail {
  bounce: string | null
  createdAt: string
  id: string
  message: string
  subject: string
  text: string
}

export interface Unit { address: Address; name: string }

export interface Webhook {
  createdAt: string
  failingSince: string | null
  id: string
  partnerId: string
  status: 'active' | 'disabled' | 'paused' | 'unverified'
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
  url: string
}

export interface WebhookDetail {
  countedTo: number
  createdAt: string
  failed: number
  failingSince: string | null
  id: string
  lastDay: { failed: number; queued: number; sent: number }
  partnerId: string
  queued: number
  status: 'active' | 'disabled' | 'paused' | 'unverified'
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
  url: string
}

export interface WebhookWithDeliveries {
  countedTo: number
  createdAt: string
  deliveries: Delivery[]
  failed: number
  failingSince: string | null
  id: string
  lastDay: { failed: number; queued: number; sent: number }
  partnerId: string
  queued: number
  status: 'active' | 'disabled' | 'paused' | 'unverified'
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
  url: string
}

export interface WorkSchedule {
  days: {
    periods: { end: string; start: string }[]
    weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
  }[]
  name: string
}

export interface AccountsCreateInput {
  company_doc: {
    address: {
      cep: string
      city: string
      complement?: string | null | undefined
      neighborhood: string
      state: 
        | 'AC'
        | 'AL'
        | 'AM'
        | 'AP'
        | 'BA'
        | 'CE'
        | 'DF'
        | 'ES'
        | 'GO'
        | 'MA'
        | 'MG'
        | 'MS'
        | 'MT'
        | 'PA'
        | 'PB'
        | 'PE'
        | 'PI'
        | 'PR'
        | 'RJ'
        | 'RN'
        | 'RO'
        | 'RR'
        | 'RS'
        | 'SC'
        | 'SE'
        | 'SP'
        | 'TO'
      street_name: string
      street_number: string
    }
    cnpj?: string | null | undefined
    cpf?: string | null | undefined
    financial_email?: string | null | undefined
    name: string
    trade_name: string
  }
  email: string
  employees_quantity: number
  full_name: string
  mobile_phone: string
}

export interface AccountsExportInput {
  administratorStatus?: 'activated' | 'invited' | null | undefined
  after?: string | null | undefined
  createdBefore?: string | null | undefined
  createdFrom?: string | null | undefined
  query?: string | null | undefined
  subscriptionStatuses?: ('active' | 'canceled' | 'pending')[] | null | undefined
}

export interface AccountsFindExistingInput {
  cnpjs?: string[] | undefined
  cpfs?: string[] | undefined
  emails?: string[] | undefined
}

export interface AccountsGetInput { account_id: string }

export interface AccountsGetDetailsInput { id: string }

export interface AccountsListInput {
  max_results?: number | string | undefined
  page?: number | string | undefined
}

export interface AccountsResendActivationMailInput { id: string }

export interface AccountsSearchInput {
  administratorStatus?: 'activated' | 'invited' | null | undefined
  createdBefore?: string | null | undefined
  createdFrom?: string | null | undefined
  order?: 'name' | 'newest' | 'oldest' | undefined
  page?: number | undefined
  pageSize?: number | undefined
  query?: string | null | undefined
  subscriptionStatuses?: ('active' | 'canceled' | 'pending')[] | null | undefined
}

export interface ActivationActivateInput { password: string; token: string }

export interface ActivationCheckInput { token: string }

export interface EventsListInput {
  account_id?: string | undefined
  after?: string | undefined
  max_results?: number | string | undefined
  types?: string | undefined
}

export interface InternalAccountsAuthenticateApiTokenInput { apiToken: string; includeTest?: boolean | undefined }

export interface InternalAccountsCorrectInput {
  address?: {
    cep?: string | null | undefined
    city?: string | null | undefined
    complement?: string | null | undefined
    neighborhood?: string | null | undefined
    state?: string | null | undefined
    streetName?: string | null | undefined
    streetNumber?: string | null | undefined
  } | null | undefined
  administrator?: {
    email?: string | null | undefined
    fullName?: string | null | undefined
    mobilePhone?: string | null | undefined
  } | null | undefined
  employer?: {
    cnpj?: string | null | undefined
    cpf?: string | null | undefined
    financialEmail?: string | null | undefined
    name?: string | null | undefined
    tradeName?: string | null | undefined
  } | null | undefined
  id: string
  reason?: string | null | undefined
}

export interface InternalAccountsEraseInput { id: string; reason: string }

export interface InternalAccountsGetInput { id: string }

export interface InternalAccountsListInput {
  cursor?: string | null | undefined
  email?: string | null | undefined
  from?: string | null | undefined
  includeTest?: boolean | undefined
  limit?: number | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  partnerId?: string | null | undefined
  status?: 'active' | 'canceled' | 'pending' | null | undefined
  taxId?: string | null | undefined
  to?: string | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalAccountsReissueTokenInput { id: string; reason?: string | null | undefined }

export interface InternalAccountsReportUsageInput { activeEmployees: number; id: string }

export interface InternalAccountsRevokeTokenInput { id: string; reason?: string | null | undefined }

export interface InternalAuditListInput {
  accountId?: string | null | undefined
  action?: string | null | undefined
  actor?: string | null | undefined
  cursor?: string | null | undefined
  from?: string | null | undefined
  limit?: number | null | undefined
  partnerId?: string | null | undefined
  recordId?: string | null | undefined
  to?: string | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalConsoleCreateLinkInput {
  email?: string | null | undefined
  role?: 'admin' | 'support' | 'viewer' | undefined
}

export interface InternalConsoleEndSessionInput { id: string }

export interface InternalConsoleEndSessionsInput { operator: string }

export interface InternalConsoleListSessionsInput {
  cursor?: string | null | undefined
  limit?: number | null | undefined
}

export interface InternalCouponsCreateInput {
  code: string
  expiresAt?: string | null | undefined
  maxRedemptions?: number | null | undefined
  percentOff: number
}

export interface InternalCouponsGetInput { code: string }

export interface InternalCouponsListInput {
  cursor?: string | null | undefined
  limit?: number | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalCouponsUpdateInput {
  code: string
  expiresAt?: string | null | undefined
  maxRedemptions?: number | null | undefined
}

export interface InternalFiguresGetInput {
  days?: number | undefined
  includeTest?: boolean | undefined
  timeZone?: string | undefined
}

export interface InternalLimitsGetInput { id: string; minutes?: number | undefined }

export interface InternalLimitsListInput {
  cursor?: string | null | undefined
  includeTest?: boolean | undefined
  limit?: number | null | undefined
  minutes?: number | undefined
}

export interface InternalMailsDeleteInput { id: string }

export interface InternalMailsGetInput { id: string }

export interface InternalMailsListInput {
  accountId?: string | null | undefined
  cursor?: string | null | undefined
  failed?: boolean | undefined
  from?: string | null | undefined
  includeTest?: boolean | undefined
  kind?: 
    | 'account-corrected'
    | 'administrator-activation'
    | 'administrator-welcome'
    | 'password-changed'
    | 'password-reset'
    | 'portal-user-invitation'
    | 'second-factor-changed'
    | 'subscription-activated'
    | 'webhook-disabled'
    | null
    | undefined
  limit?: number | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  partnerId?: string | null | undefined
  recipient?: string | null | undefined
  status?: 'failed' | 'kept' | 'queued' | 'sent' | null | undefined
  to?: string | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalMailsRetryInput { id: string }

export interface InternalMailsRetryManyInput {
  accountId?: string | null | undefined
  cursor?: string | null | undefined
  dryRun?: boolean | undefined
  from?: string | null | undefined
  kind?: 
    | 'account-corrected'
    | 'administrator-activation'
    | 'administrator-welcome'
    | 'password-changed'
    | 'password-reset'
    | 'portal-user-invitation'
    | 'second-factor-changed'
    | 'subscription-activated'
    | 'webhook-disabled'
    | null
    | undefined
  limit?: number | null | undefined
  partnerId?: string | null | undefined
  recipient?: string | null | undefined
  status?: 'failed' | 'queued' | undefined
  to?: string | null | undefined
}

export interface InternalNotesCreateInput {
  accountId?: string | null | undefined
  partnerId?: string | null | undefined
  text: string
}

export interface InternalNotesDeleteInput { id: string }

export interface InternalNotesListInput {
  accountId?: string | null | undefined
  cursor?: string | null | undefined
  limit?: number | null | undefined
  partnerId?: string | null | undefined
}

export interface InternalPartnersCreateInput {
  coupon?: string | null | undefined
  dryRun?: boolean | undefined
  manager?: { email: string; name: string } | null | undefined
  name: string
  testOf?: string | null | undefined
}

export interface InternalPartnersEmptyInput { id: string; reason?: string | null | undefined }

export interface InternalPartnersGetInput { id: string }

export interface InternalPartnersListInput {
  cursor?: string | null | undefined
  includeTest?: boolean | undefined
  limit?: number | null | undefined
  name?: string | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  status?: 'active' | 'suspended' | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalPartnersResumeInput { id: string }

export interface InternalPartnersSetCouponInput { coupon: string | null; id: string }

export interface InternalPartnersSetNameInput { id: string; name: string }

export interface InternalPartnersSetRateLimitInput {
  id: string
  rateLimit: { requests: number; until?: string | null | undefined } | null
}

export interface InternalPartnersSuspendInput { id: string; reason?: string | null | undefined }

export interface InternalPeopleExportInput { email: string }

export interface InternalPortalUsersDeleteSecondFactorInput { id: string }

export interface InternalPortalUsersDisableInput { id: string }

export interface InternalPortalUsersEnableInput { id: string }

export interface InternalPortalUsersEraseInput { id: string; reason: string }

export interface InternalPortalUsersGetInput { id: string }

export interface InternalPortalUsersInviteInput {
  email: string
  name: string
  partnerId: string
  permissions?: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[] | null | undefined
}

export interface InternalPortalUsersListInput {
  cursor?: string | null | undefined
  email?: string | null | undefined
  limit?: number | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  partnerId?: string | null | undefined
  status?: 'active' | 'disabled' | 'invited' | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalPortalUsersResendInvitationInput { id: string }

export interface InternalPortalUsersSendPasswordResetInput { id: string }

export interface InternalPortalUsersSetPermissionsInput {
  id: string
  permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
}

export interface InternalRecordsSearchInput {
  accountStatus?: 'active' | 'canceled' | 'pending' | null | undefined
  query: string
}

export interface InternalSubscriptionsActivateInput { accountId: string }

export interface InternalSubscriptionsActivateManyInput { accountIds: string[]; dryRun?: boolean | undefined }

export interface InternalSubscriptionsCancelInput { accountId: string; reason?: string | null | undefined }

export interface InternalSubscriptionsCreateInput {
  accountId: string
  coupon?: string | null | undefined
  employees: number
  faceIds?: number | undefined
}

export interface InternalSubscriptionsListInput {
  cursor?: string | null | undefined
  includeTest?: boolean | undefined
  limit?: number | null | undefined
  order?: 'newest' | 'oldest' | null | undefined
  partnerId?: string | null | undefined
  status?: 'active' | 'canceled' | 'pending' | null | undefined
  withTotal?: boolean | undefined
}

export interface InternalSubscriptionsResendActivationMailInput { accountId: string }

export interface InternalSubscriptionsUpdateInput {
  accountId: string
  employees?: number | null | undefined
  faceIds?: number | null | undefined
}

export interface InternalWebhooksCreateInput {
  partnerId: string
  types?: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[] | undefined
  url: string
}

export interface InternalWebhooksDeleteInput { id: string }

export interface InternalWebhooksGetInput { id: string }

export interface InternalWebhooksListInput {
  cursor?: string | null | undefined
  includeTest?: boolean | undefined
  isFailing?: boolean | undefined
  limit?: number | null | undefined
  partnerId?: string | null | undefined
}

export interface InternalWebhooksPauseInput { id: string }

export interface InternalWebhooksReplayInput {
  cursor?: string | null | undefined
  failed?: boolean | undefined
  id: string
  since?: string | null | undefined
  until?: string | null | undefined
}

export interface InternalWebhooksResumeInput { id: string }

export interface InternalWebhooksRotateSecretInput { id: string }

export interface LookupsFindAddressInput { cep: string }

export interface LookupsFindCompanyInput { cnpj: string }

export interface OperatorsSignInInput { token: string }

export interface PasswordsSendResetInput { email: string }

export interface PasswordsUpdateInput { currentPassword: string; password: string }

export interface RequestLogListInput {
  cursor?: string | null | undefined
  status?: '2xx' | '4xx' | '5xx' | null | undefined
  userId?: string | null | undefined
}

export interface SecondFactorsConfirmInput { code: string }

export interface SecondFactorsCreateInput { currentPassword: string }

export interface SecondFactorsDeleteInput { code: string }

export interface SecondFactorsReissueRecoveryCodesInput { code: string }

export interface SessionsEndInput { id: string }

export interface SessionsSignInInput {
  code?: string | null | undefined
  email: string
  password: string
}

export interface TeamCreateIntegrationInput {
  name: string
  permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
}

export interface TeamDeleteSecondFactorInput { id: string }

export interface TeamDisableInput { id: string }

export interface TeamEnableInput { id: string }

export interface TeamInviteInput {
  email: string
  name: string
  permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
}

export interface TeamListInput { cursor?: string | null | undefined }

export interface TeamListActivityInput {
  before?: string | null | undefined
  cursor?: string | null | undefined
  from?: string | null | undefined
  isExport?: boolean | undefined
  topic?: 'accounts' | 'sign_ins' | 'users' | 'webhooks' | null | undefined
  userId?: string | null | undefined
}

export interface TeamReissuePasswordInput { endsCurrent?: boolean | undefined; id: string }

export interface TeamResendInvitationInput { id: string }

export interface TeamSetPermissionsInput {
  id: string
  permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
}

export interface TeamSetSecondFactorRequiredInput { isRequired: boolean }

export interface TestAccountsActivateInput { id: string }

export interface TestAccountsCancelInput { id: string }

export interface TestAccountsGetMailInput { id: string; mailId: string }

export interface TestAccountsListMailsInput { id: string }

export interface TestAccountsReissueTokenInput { id: string }

export interface TestAccountsRevokeTokenInput { id: string }

export interface TestAccountsUpdateInput {
  employees?: number | null | undefined
  faceIds?: number | null | undefined
  id: string
}

export interface TokensCreateInput { email: string; password: string }

export interface WebhooksCreateInput {
  types?: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[] | undefined
  url: string
}

export interface WebhooksDeleteInput { id: string }

export interface WebhooksGetInput { id: string }

export interface WebhooksGetDeliveryInput { id: string }

export interface WebhooksListDeliveriesInput {
  cursor?: string | null | undefined
  id: string
  status?: 'failed' | 'queued' | 'sent' | null | undefined
}

export interface WebhooksPauseInput { id: string }

export interface WebhooksReplayInput {
  cursor?: string | null | undefined
  failed?: boolean | undefined
  id: string
  since?: string | null | undefined
  until?: string | null | undefined
}

export interface WebhooksResumeInput { id: string }

export interface WebhooksRotateSecretInput { id: string }

export interface WebhooksTestInput { id: string }

export interface WebhooksUpdateInput {
  id: string
  types: (
    | 'account.corrected'
    | 'account.created'
    | 'administrator.activated'
    | 'api_token.reissued'
    | 'api_token.revoked'
    | 'portal_user.activated'
    | 'portal_user.disabled'
    | 'subscription.activated'
    | 'subscription.canceled'
    | 'subscription.changed')[]
}

type Procedures = {
  accounts: {
    /**
     * Creates an account with its subscription, administrator, employer, unit and work schedule. Only this response
     * contains the secret.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-erased`, `account-not-found`, `administrator-already-active`, `administrator-email-taken`, `idempotency-key-reused`, `idempotent-request-in-flight`, `invalid-idempotency-key`, `live-mode`, `overloaded`, `subscription-canceled`
     */
    create: Mutation<
      AccountsCreateInput,
      CreatedAccount
    >
    /**
     * Exports the accounts that match, in large pages.
     *
     * Requires `accounts:read`.
     *
     * @throws `export-in-batch`, `too-many-exports`
     */
    export: Query<
      AccountsExportInput,
      AccountExport
    >
    /**
     * Finds existing accounts by CNPJs, CPFs and e-mails. A mutation, so that e-mails stay out of the URL.
     *
     * Requires `accounts:read`.
     */
    findExisting: Mutation<
      AccountsFindExistingInput,
      ExistingAccount[]
    >
    /**
     * Returns an account by its id, CNPJ or CPF. With the account's secret, the response contains the token.
     *
     * Requires `accounts:read`.
     *
     * @throws `account-not-found`, `invalid-account-identifier`
     */
    get: Query<
      AccountsGetInput,
      AccountDetail
    >
    /**
     * Returns an account with its latest 50 changes.
     *
     * Requires `accounts:read`.
     *
     * @throws `account-not-found`
     */
    getDetails: Query<
      AccountsGetDetailsInput,
      AccountWithHistory
    >
    /**
     * Lists the partner's accounts, newest first.
     *
     * Requires `accounts:read`.
     */
    list: Query<
      AccountsListInput | undefined,
      AccountPage
    >
    /**
     * Resends the administrator's activation mail, with a new link.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `activation-mail-just-sent`, `administrator-already-active`, `subscription-not-active`
     */
    resendActivationMail: Mutation<
      AccountsResendActivationMailInput,
      { id: string }
    >
    /**
     * Searches the partner's accounts by words, status and time of creation.
     *
     * Requires `accounts:read`.
     */
    search: Query<
      AccountsSearchInput,
      AccountSearchPage
    >
  }
  activation: {
    /**
     * Activates the portal user or administrator who received an e-mailed link, and sets the password.
     *
     * @throws `activation-link-expired`, `activation-link-invalid`, `activation-link-used`, `overloaded`, `password-link-invalid`, `password-too-common`
     */
    activate: Mutation<
      ActivationActivateInput,
      {
        email: string
        id: string
        kind: 'portal-user'
        status: 'active' | 'disabled' | 'invited'
      } | {
        email?: undefined
        id: string
        kind: 'administrator'
        status: 'active'
      }
    >
    /**
     * Checks an e-mailed link, and returns the user or administrator it was sent to. A mutation, so that the token stays out of the URL.
     *
     * @throws `activation-link-expired`, `activation-link-invalid`, `activation-link-used`, `password-link-invalid`
     */
    check: Mutation<
      ActivationCheckInput,
      { email: string; name: string; partnerName: string }
    >
  }
  events: {
    /**
     * Lists changes of the partner's accounts and portal users, oldest first.
     *
     * Requires `accounts:read` or `webhooks:manage`.
     *
     * @throws `event-unknown`, `events-expired`
     */
    list: Query<
      EventsListInput | undefined,
      EventPage
    >
  }
  internal: {
    accounts: {
      /**
       * Returns the account of a token, or `null`. The account-level API calls this procedure. It is a mutation, so that the
       * token stays out of the URL.
       *
       * Requires the role `admin`.
       */
      authenticateApiToken: Mutation<
        InternalAccountsAuthenticateApiTokenInput,
        AccountOwner | null
      >
      /**
       * Corrects data of the employer, the administrator and the address.
       *
       * Requires the role `support`.
       *
       * @throws `account-erased`, `account-not-found`, `administrator-already-active`, `administrator-email-taken`, `reason-missing`
       */
      correct: Mutation<
        InternalAccountsCorrectInput,
        Account
      >
      /**
       * Erases the personal data of a canceled account. Is idempotent.
       *
       * Requires the role `admin`.
       *
       * @throws `account-not-found`, `mail-key-removed`, `subscription-not-canceled`
       */
      erase: Mutation<
        InternalAccountsEraseInput,
        Erasure
      >
      /**
       * Returns an account by its id, tax ID or administrator's e-mail. Prefers live accounts to those of test partners.
       *
       * Requires the role `viewer`.
       *
       * @throws `account-ambiguous`, `account-not-found`, `invalid-account-identifier`
       */
      get: Query<
        InternalAccountsGetInput,
        Account
      >
      /**
       * Lists accounts by partner, status, tax ID, e-mail and time of creation.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalAccountsListInput | undefined,
        CountedPage<ListedAccount>
      >
      /**
       * Replaces the account's token and secret. Only this response contains them.
       *
       * Requires the role `admin`.
       *
       * @throws `account-erased`, `account-not-found`, `reason-missing`
       */
      reissueToken: Mutation<
        InternalAccountsReissueTokenInput,
        IssuedCredentials
      >
      /**
       * Stores the number of active employees.
       *
       * Requires the role `support`.
       *
       * @throws `account-not-found`
       */
      reportUsage: Mutation<
        InternalAccountsReportUsageInput,
        { activeEmployees: number; id: string }
      >
      /**
       * Revokes the account's token. Is idempotent.
       *
       * Requires the role `admin`.
       *
       * @throws `account-not-found`, `reason-missing`
       */
      revokeToken: Mutation<
        InternalAccountsRevokeTokenInput,
        { apiTokenStatus: 'revoked'; id: string }
      >
    }
    audit: {
      /**
       * Lists the audit trail, newest first.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalAuditListInput | undefined,
        CountedPage<AuditEntry>
      >
    }
    console: {
      /**
       * Creates a one-time sign-in link. Its token is in the fragment, which browsers do not send, so neither logs nor
       * link previews see it.
       *
       * Requires the role `admin`.
       *
       * @throws `operator-forbidden`
       */
      createLink: Mutation<
        InternalConsoleCreateLinkInput | undefined,
        SignInLink
      >
      /**
       * Ends a session of an operator.
       *
       * Requires the role `admin`.
       *
       * @throws `operator-session-not-found`
       */
      endSession: Mutation<
        InternalConsoleEndSessionInput,
        OperatorSession
      >
      /**
       * Ends all sessions of an operator. `operator` is the operator's e-mail, or the name in the audit trail if the operator
       * has no e-mail.
       *
       * Requires the role `admin`.
       *
       * @throws `operator-session-not-found`
       */
      endSessions: Mutation<
        InternalConsoleEndSessionsInput,
        { items: OperatorSession[] }
      >
      /**
       * Lists the open sessions of operators.
       *
       * Requires the role `viewer`.
       */
      listSessions: Query<
        InternalConsoleListSessionsInput | undefined,
        Page<OperatorSession>
      >
    }
    coupons: {
      /**
       * Creates a coupon.
       *
       * Requires the role `admin`.
       *
       * @throws `coupon-code-taken`
       */
      create: Mutation<
        InternalCouponsCreateInput,
        Coupon
      >
      /**
       * Returns a coupon by its code.
       *
       * Requires the role `viewer`.
       *
       * @throws `coupon-not-found`
       */
      get: Query<
        InternalCouponsGetInput,
        Coupon
      >
      /**
       * Lists coupons, oldest first.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalCouponsListInput | undefined,
        CountedPage<Coupon>
      >
      /**
       * Updates the expiry or the maximum of redemptions. `null` removes them, and an expiry in the past ends the coupon.
       *
       * Requires the role `admin`.
       *
       * @throws `coupon-not-found`, `coupon-redeemed-more-often`
       */
      update: Mutation<
        InternalCouponsUpdateInput,
        Coupon
      >
    }
    figures: {
      /**
       * Returns the numbers of waiting records, counted up to 10,000, and the accounts created per day.
       *
       * Requires the role `viewer`.
       */
      get: Query<
        InternalFiguresGetInput | undefined,
        Figures
      >
    }
    limits: {
      /**
       * Returns a partner's requests and rejections, by minute.
       *
       * Requires the role `viewer`.
       *
       * @throws `partner-not-found`
       */
      get: Query<
        InternalLimitsGetInput,
        LimitUsage
      >
      /**
       * Lists the partners whose requests were rejected by the rate limit.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalLimitsListInput | undefined,
        Page<LimitedPartner>
      >
    }
    mails: {
      /**
       * Deletes an unsent mail.
       *
       * Requires the role `support`.
       *
       * @throws `mail-content-erased`, `mail-unknown`
       */
      delete: Mutation<
        InternalMailsDeleteInput,
        Mail
      >
      /**
       * Returns a mail with its content, but without the link's token.
       *
       * Requires the role `viewer`.
       *
       * @throws `mail-content-erased`, `mail-key-removed`, `mail-unknown`
       */
      get: Query<
        InternalMailsGetInput,
        MailPreview
      >
      /**
       * Lists mails without their contents.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalMailsListInput | undefined,
        CountedPage<Mail>
      >
      /**
       * Retries a mail that failed or is waiting for a retry.
       *
       * Requires the role `support`.
       *
       * @throws `mail-not-found`
       */
      retry: Mutation<
        InternalMailsRetryInput,
        {
          attempts: number
          createdAt: string
          id: string
          kind: 
            | 'account-corrected'
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
          lastError: string | null
          recipient: string
          sentAt: string | null
          status: 'failed' | 'kept' | 'queued' | 'sent'
        }
      >
      /**
       * Retries failed mails, or those that wait for a retry. `dryRun` only returns them.
       *
       * Requires the role `support`.
       */
      retryMany: Mutation<
        InternalMailsRetryManyInput | undefined,
        {
          dryRun: boolean
          items: Mail[]
          nextCursor: string | null
        }
      >
    }
    notes: {
      /**
       * Creates a note about a partner or an account.
       *
       * Requires the role `support`.
       *
       * @throws `account-erased`, `account-not-found`, `partner-not-found`
       */
      create: Mutation<
        InternalNotesCreateInput,
        Note
      >
      /**
       * Deletes a note. Only administrators and internal applications can delete notes by other authors.
       *
       * Requires the role `support`.
       *
       * @throws `note-not-found`, `operator-forbidden`
       */
      delete: Mutation<
        InternalNotesDeleteInput,
        Note
      >
      /**
       * Lists the notes about a partner or an account.
       *
       * Requires the role `viewer`.
       *
       * @throws `account-not-found`, `partner-not-found`
       */
      list: Query<
        InternalNotesListInput,
        Page<Note>
      >
    }
    partners: {
      /**
       * Creates a partner, or the test partner of `testOf`. Invites a `manager`, if given. `dryRun` only reports errors.
       *
       * Requires the role `admin`.
       *
       * @throws `coupon-not-found`, `partner-in-test-mode`, `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `test-partner-exists`
       */
      create: Mutation<
        InternalPartnersCreateInput,
        Partner
      >
      /**
       * Deletes a test partner's accounts, mails and events. Stops after two seconds. Repeat the call until `isEmpty`.
       *
       * Requires the role `admin`.
       *
       * @throws `partner-in-live-mode`, `partner-not-found`, `reason-missing`
       */
      empty: Mutation<
        InternalPartnersEmptyInput,
        { isEmpty: boolean }
      >
      /**
       * Returns a partner.
       *
       * Requires the role `viewer`.
       *
       * @throws `partner-not-found`
       */
      get: Query<
        InternalPartnersGetInput,
        PartnerDetail
      >
      /**
       * Lists partners, oldest first.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalPartnersListInput | undefined,
        CountedPage<ListedPartner>
      >
      /**
       * Resumes a suspended partner.
       *
       * Requires the role `admin`.
       *
       * @throws `partner-already-active`, `partner-not-found`
       */
      resume: Mutation<
        InternalPartnersResumeInput,
        Partner
      >
      /**
       * Sets the coupon of the partner's new accounts. `null` removes it.
       *
       * Requires the role `admin`.
       *
       * @throws `coupon-not-found`, `partner-not-found`
       */
      setCoupon: Mutation<
        InternalPartnersSetCouponInput,
        Partner
      >
      /**
       * Sets the name.
       *
       * Requires the role `admin`.
       *
       * @throws `partner-not-found`
       */
      setName: Mutation<
        InternalPartnersSetNameInput,
        Partner
      >
      /**
       * Sets the rate limit, for some time or permanently. `null` restores the default.
       *
       * Requires the role `admin`.
       *
       * @throws `partner-not-found`
       */
      setRateLimit: Mutation<
        InternalPartnersSetRateLimitInput,
        Partner
      >
      /**
       * Suspends a partner. Its users can still sign in.
       *
       * Requires the role `admin`.
       *
       * @throws `partner-already-suspended`, `partner-not-found`, `reason-missing`
       */
      suspend: Mutation<
        InternalPartnersSuspendInput,
        Partner
      >
    }
    people: {
      /**
       * Exports everything stored about a person. A mutation, because it is audited.
       *
       * Requires the role `admin`.
       *
       * @throws `person-not-found`
       */
      export: Mutation<
        InternalPeopleExportInput,
        Person
      >
    }
    portalUsers: {
      /**
       * Deletes the second factor of a user who lost it, and ends all sessions.
       *
       * Requires the role `support`.
       *
       * @throws `portal-user-not-found`
       */
      deleteSecondFactor: Mutation<
        InternalPortalUsersDeleteSecondFactorInput,
        PortalUser
      >
      /**
       * Disables a user, and ends all sessions and tokens.
       *
       * Requires the role `support`.
       *
       * @throws `portal-user-erased`, `portal-user-not-found`
       */
      disable: Mutation<
        InternalPortalUsersDisableInput,
        PortalUser
      >
      /**
       * Enables a disabled person. The mailed link sets a new password.
       *
       * Requires the role `support`.
       *
       * @throws `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `portal-user-erased`, `portal-user-not-disabled`, `portal-user-not-found`
       */
      enable: Mutation<
        InternalPortalUsersEnableInput,
        PortalUser
      >
      /**
       * Erases the personal data of a disabled user. Is idempotent.
       *
       * Requires the role `admin`.
       *
       * @throws `mail-key-removed`, `portal-user-not-disabled`, `portal-user-not-found`
       */
      erase: Mutation<
        InternalPortalUsersEraseInput,
        Erasure
      >
      /**
       * Returns a portal user.
       *
       * Requires the role `viewer`.
       *
       * @throws `portal-user-not-found`
       */
      get: Query<
        InternalPortalUsersGetInput,
        PortalUserDetail
      >
      /**
       * Invites a person by mail.
       *
       * Requires the role `support`.
       *
       * @throws `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`
       */
      invite: Mutation<
        InternalPortalUsersInviteInput,
        PortalUser
      >
      /**
       * Lists portal users.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalPortalUsersListInput | undefined,
        CountedPage<PortalUserDetail>
      >
      /**
       * Resends an invitation, with a new link.
       *
       * Requires the role `support`.
       *
       * @throws `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `portal-user-erased`, `portal-user-not-found`
       */
      resendInvitation: Mutation<
        InternalPortalUsersResendInvitationInput,
        PortalUser
      >
      /**
       * Sends a link for a new password. The current password stays valid until the link is used.
       *
       * Requires the role `support`.
       *
       * @throws `portal-user-not-active`, `portal-user-not-found`
       */
      sendPasswordReset: Mutation<
        InternalPortalUsersSendPasswordResetInput,
        PortalUser
      >
      /**
       * Sets the permissions.
       *
       * Requires the role `support`.
       *
       * @throws `integration-manages-users`, `portal-user-erased`, `portal-user-not-found`
       */
      setPermissions: Mutation<
        InternalPortalUsersSetPermissionsInput,
        PortalUser
      >
    }
    records: {
      /**
       * Searches records by name, tax ID, e-mail, street, coupon, id or request id. Returns at most 10 of each.
       *
       * Requires the role `viewer`.
       */
      search: Query<
        InternalRecordsSearchInput,
        FoundRecords
      >
    }
    subscriptions: {
      /**
       * Activates a subscription, and invites the administrator. Is idempotent.
       *
       * Requires the role `support`.
       *
       * @throws `account-not-found`, `subscription-canceled`
       */
      activate: Mutation<
        InternalSubscriptionsActivateInput,
        Subscription
      >
      /**
       * Activates the subscriptions of several accounts. `dryRun` only reports what it would do.
       *
       * Requires the role `support`.
       *
       * @throws `account-not-found`, `subscription-canceled`
       */
      activateMany: Mutation<
        InternalSubscriptionsActivateManyInput,
        {
          dryRun: boolean
          results: {
            accountId: string
            result: 'activated' | 'already-active' | 'canceled' | 'not-found'
          }[]
        }
      >
      /**
       * Cancels a subscription. Is idempotent.
       *
       * Requires the role `admin`.
       *
       * @throws `account-not-found`, `reason-missing`
       */
      cancel: Mutation<
        InternalSubscriptionsCancelInput,
        Subscription
      >
      /**
       * Creates a subscription in place of a canceled one.
       *
       * Requires the role `admin`.
       *
       * @throws `account-erased`, `account-not-found`, `coupon-not-found`, `coupon-not-redeemable`, `partner-not-found`, `subscription-not-canceled`
       */
      create: Mutation<
        InternalSubscriptionsCreateInput,
        Subscription
      >
      /**
       * Lists subscriptions.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalSubscriptionsListInput | undefined,
        CountedPage<ListedSubscription>
      >
      /**
       * Resends the administrator's activation mail, with a new link.
       *
       * Requires the role `support`.
       *
       * @throws `account-not-found`, `administrator-already-active`, `subscription-not-active`
       */
      resendActivationMail: Mutation<
        InternalSubscriptionsResendActivationMailInput,
        { accountId: string }
      >
      /**
       * Updates the number of employees or face ids.
       *
       * Requires the role `support`.
       *
       * @throws `account-not-found`, `subscription-canceled`
       */
      update: Mutation<
        InternalSubscriptionsUpdateInput,
        Subscription
      >
    }
    webhooks: {
      /**
       * Creates a webhook of a partner. Only this response and that of `rotateSecret` contain the secret.
       *
       * Requires the role `admin`.
       *
       * @throws `invalid-webhook-url`, `partner-not-found`, `too-many-webhooks`, `webhook-pace-exceeded`
       */
      create: Mutation<
        InternalWebhooksCreateInput,
        NewWebhook
      >
      /**
       * Deletes a webhook and its deliveries.
       *
       * Requires the role `admin`.
       *
       * @throws `webhook-not-found`
       */
      delete: Mutation<
        InternalWebhooksDeleteInput,
        Webhook
      >
      /**
       * Returns a webhook with its latest deliveries.
       *
       * Requires the role `viewer`.
       *
       * @throws `webhook-not-found`
       */
      get: Query<
        InternalWebhooksGetInput,
        WebhookWithDeliveries
      >
      /**
       * Lists webhooks. `partnerId` and `isFailing` restrict the list.
       *
       * Requires the role `viewer`.
       */
      list: Query<
        InternalWebhooksListInput | undefined,
        Page<Webhook>
      >
      /**
       * Pauses the deliveries of a webhook.
       *
       * Requires the role `support`.
       *
       * @throws `webhook-not-active`, `webhook-not-found`
       */
      pause: Mutation<
        InternalWebhooksPauseInput,
        Webhook
      >
      /**
       * Replays one delivery, failed ones, or those of a period.
       *
       * Requires the role `support`.
       *
       * @throws `webhook-not-found`, `webhook-pace-exceeded`, `webhook-queue-full`
       */
      replay: Mutation<
        InternalWebhooksReplayInput,
        Replay
      >
      /**
       * Resumes the deliveries of a webhook.
       *
       * Requires the role `support`.
       *
       * @throws `webhook-not-found`, `webhook-pace-exceeded`
       */
      resume: Mutation<
        InternalWebhooksResumeInput,
        Webhook
      >
      /**
       * Rotates the secret. The previous one stays valid for a day.
       *
       * Requires the role `admin`.
       *
       * @throws `webhook-not-found`
       */
      rotateSecret: Mutation<
        InternalWebhooksRotateSecretInput,
        NewWebhook
      >
    }
  }
  lookups: {
    /**
     * Finds the address of a CEP. Returns `null` when nothing is known.
     *
     * Requires `accounts:create`.
     */
    findAddress: Query<
      LookupsFindAddressInput,
      'unavailable' | {
        city?: string
        neighborhood?: string
        state?: 
          | 'AC'
          | 'AL'
          | 'AM'
          | 'AP'
          | 'BA'
          | 'CE'
          | 'DF'
          | 'ES'
          | 'GO'
          | 'MA'
          | 'MG'
          | 'MS'
          | 'MT'
          | 'PA'
          | 'PB'
          | 'PE'
          | 'PI'
          | 'PR'
          | 'RJ'
          | 'RN'
          | 'RO'
          | 'RR'
          | 'RS'
          | 'SC'
          | 'SE'
          | 'SP'
          | 'TO'
        streetName?: string
      } | null
    >
    /**
     * Finds the company of a CNPJ. Returns `null` when nothing is known.
     *
     * Requires `accounts:create`.
     */
    findCompany: Query<
      LookupsFindCompanyInput,
      'unavailable' | {
        cep?: string
        city?: string
        complement?: string
        name?: string
        neighborhood?: string
        state?: 
          | 'AC'
          | 'AL'
          | 'AM'
          | 'AP'
          | 'BA'
          | 'CE'
          | 'DF'
          | 'ES'
          | 'GO'
          | 'MA'
          | 'MG'
          | 'MS'
          | 'MT'
          | 'PA'
          | 'PB'
          | 'PE'
          | 'PI'
          | 'PR'
          | 'RJ'
          | 'RN'
          | 'RO'
          | 'RR'
          | 'RS'
          | 'SC'
          | 'SE'
          | 'SP'
          | 'TO'
        streetName?: string
        streetNumber?: string
        tradeName?: string
      } | null
    >
  }
  operators: {
    /**
     * Returns the operator's session. Pages send the session's id as `X-Session-User` with each call. After another operator
     * signs in with the same browser, these calls have no session, so they cannot act for that operator.
     *
     * @throws `unauthenticated`
     */
    getSession: Query<
      void,
      OperatorSession
    >
    /**
     * Returns where to sign in, or `null` if only one-time links work.
     */
    getSignInMethods: Query<
      void,
      { providerUrl: string | null }
    >
    /**
     * Signs the browser in with a one-time link.
     *
     * @throws `bad-request`, `sign-in-link-invalid`
     */
    signIn: Mutation<
      OperatorsSignInInput,
      OperatorSession
    >
    /**
     * Signs the browser out. `providerUrl` is the address of the provider's sign-out page, or `null`.
     *
     * @throws `bad-request`
     */
    signOut: Mutation<
      void,
      { providerUrl: string | null }
    >
  }
  passwords: {
    /**
     * Sends a link for a new password. The response to an unknown e-mail is the same.
     *
     * @throws `too-many-password-resets`
     */
    sendReset: Mutation<
      PasswordsSendResetInput,
      undefined
    >
    /**
     * Updates the password, and signs out all other browsers.
     *
     * @throws `forbidden`, `overloaded`, `password-too-common`, `too-many-sign-ins`, `unauthenticated`, `wrong-password`
     */
    update: Mutation<
      PasswordsUpdateInput,
      undefined
    >
  }
  requestLog: {
    /**
     * Returns the rate limit usage (part 8) of the partner's programs. Admits the same users as `requestLog.list`.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    getRateLimitUse: Query<
      void,
      {
        isShared: boolean
        limit: number
        used: number
        windowSeconds: number
      }
    >
    /**
     * Lists the partner's latest REST requests. Admits active users, even of a suspended partner, because the
     * log shows why requests fail and contains no customer data.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    list: Query<
      RequestLogListInput | undefined,
      Page<LoggedRequest>
    >
  }
  secondFactors: {
    /**
     * Confirms the second factor with a code, returns recovery codes, and signs out all other browsers.
     *
     * @throws `forbidden`, `unauthenticated`, `wrong-code`
     */
    confirm: Mutation<
      SecondFactorsConfirmInput,
      { recoveryCodes: string[] }
    >
    /**
     * Creates the secret of a second factor, which `confirm` activates. Only this response contains the secret.
     *
     * @throws `forbidden`, `overloaded`, `second-factor-active`, `too-many-sign-ins`, `unauthenticated`, `wrong-password`
     */
    create: Mutation<
      SecondFactorsCreateInput,
      { secret: string; uri: string }
    >
    /**
     * Deletes the user's own second factor.
     *
     * @throws `forbidden`, `too-many-sign-ins`, `unauthenticated`, `wrong-code`
     */
    delete: Mutation<
      SecondFactorsDeleteInput,
      undefined
    >
    /**
     * Returns the number of unused recovery codes.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    get: Query<
      void,
      { recoveryCodes: number }
    >
    /**
     * Replaces the recovery codes, and returns the new codes.
     *
     * @throws `forbidden`, `too-many-sign-ins`, `unauthenticated`, `wrong-code`
     */
    reissueRecoveryCodes: Mutation<
      SecondFactorsReissueRecoveryCodesInput,
      { recoveryCodes: string[] }
    >
  }
  sessions: {
    /**
     * Ends a session of the user.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    end: Mutation<
      SessionsEndInput,
      undefined
    >
    /**
     * Ends all other sessions and all tokens of the user.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    endOthers: Mutation<
      void,
      undefined
    >
    /**
     * Returns the signed-in user and the partner, even while the partner is suspended.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    getCurrent: Query<
      void,
      SignedInUser
    >
    /**
     * Lists the user's sessions.
     *
     * @throws `forbidden`, `unauthenticated`
     */
    list: Query<
      void,
      Session[]
    >
    /**
     * Signs the browser in with e-mail, password and, if the user has a second factor, a code.
     *
     * @throws `bad-request`, `integration-sign-in`, `invalid-credentials`, `overloaded`, `second-factor-required`, `too-many-sign-ins`, `user-not-activated`, `wrong-code`
     */
    signIn: Mutation<
      SessionsSignInInput,
      { id: string }
    >
    /**
     * Signs the browser out: ends its live session and that of test mode.
     *
     * @throws `bad-request`
     */
    signOut: Mutation<
      void,
      undefined
    >
  }
  team: {
    /**
     * Creates an integration. Only this response and that of `reissuePassword` contain the password.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `integration-manages-users`, `portal-user-email-taken`, `team-full`
     */
    createIntegration: Mutation<
      TeamCreateIntegrationInput,
      NewIntegration
    >
    /**
     * Deletes the second factor of a user who lost it, and ends all sessions.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `own-second-factor`, `portal-user-erased`, `portal-user-not-found`
     */
    deleteSecondFactor: Mutation<
      TeamDeleteSecondFactorInput,
      PortalUser
    >
    /**
     * Disables a user, and ends all sessions and tokens.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `last-manager`, `portal-user-erased`, `portal-user-not-found`
     */
    disable: Mutation<
      TeamDisableInput,
      PortalUser
    >
    /**
     * Enables a disabled person, who is invited again.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `invitation-just-sent`, `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `portal-user-erased`, `portal-user-not-found`, `too-many-invitations`
     */
    enable: Mutation<
      TeamEnableInput,
      PortalUser
    >
    /**
     * Invites a colleague by mail.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `invitation-just-sent`, `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `team-full`, `too-many-invitations`
     */
    invite: Mutation<
      TeamInviteInput,
      PortalUser
    >
    /**
     * Lists the partner's portal users.
     *
     * Requires `users:manage`.
     */
    list: Query<
      TeamListInput | undefined,
      Page<Member>
    >
    /**
     * Lists what the users of the partner did, newest first.
     *
     * Requires `users:manage`.
     *
     * @throws `export-in-batch`, `too-many-exports`
     */
    listActivity: Query<
      TeamListActivityInput | undefined,
      Page<Activity>
    >
    /**
     * Reissues an integration's password, and enables it. The current password stays valid for a day, unless
     * `endsCurrent` ends it and its tokens now. The one before the current password ends in any case.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `portal-user-erased`, `portal-user-not-found`
     */
    reissuePassword: Mutation<
      TeamReissuePasswordInput,
      NewIntegration
    >
    /**
     * Resends an invitation, with a new link.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `invitation-just-sent`, `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `portal-user-erased`, `portal-user-not-found`, `too-many-invitations`
     */
    resendInvitation: Mutation<
      TeamResendInvitationInput,
      PortalUser
    >
    /**
     * Sets the permissions of a user.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`, `integration-manages-users`, `last-manager`, `portal-user-erased`, `portal-user-not-found`
     */
    setPermissions: Mutation<
      TeamSetPermissionsInput,
      PortalUser
    >
    /**
     * Sets whether the portal requires a second factor of all users.
     *
     * Requires `users:manage`.
     *
     * @throws `forbidden`
     */
    setSecondFactorRequired: Mutation<
      TeamSetSecondFactorRequiredInput,
      undefined
    >
  }
  testAccounts: {
    /**
     * Activates the subscription of a test account.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`, `subscription-canceled`
     */
    activate: Mutation<
      TestAccountsActivateInput,
      {
        id: string
        status: 'active' | 'canceled' | 'pending'
      }
    >
    /**
     * Cancels the subscription of a test account.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`
     */
    cancel: Mutation<
      TestAccountsCancelInput,
      {
        id: string
        status: 'active' | 'canceled' | 'pending'
      }
    >
    /**
     * Returns the HTML of a mail to a test account's administrator.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`, `mail-content-erased`, `mail-key-removed`, `mail-unknown`
     */
    getMail: Query<
      TestAccountsGetMailInput,
      { html: string }
    >
    /**
     * Lists the mails to a test account's administrator, with their contents.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`, `mail-content-erased`, `mail-key-removed`, `mail-unknown`
     */
    listMails: Query<
      TestAccountsListMailsInput,
      TestMail[]
    >
    /**
     * Replaces the token and secret of a test account. Only this response contains them.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-erased`, `account-not-found`, `forbidden`, `live-mode`
     */
    reissueToken: Mutation<
      TestAccountsReissueTokenInput,
      IssuedCredentials
    >
    /**
     * Revokes the token of a test account.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`
     */
    revokeToken: Mutation<
      TestAccountsRevokeTokenInput,
      { id: string }
    >
    /**
     * Updates the number of employees or face ids of a test account.
     *
     * Requires `accounts:create`.
     *
     * @throws `account-not-found`, `forbidden`, `live-mode`, `subscription-canceled`
     */
    update: Mutation<
      TestAccountsUpdateInput,
      { employees: number; faceIds: number; id: string }
    >
  }
  testPartner: {
    /**
     * Deletes the test partner's accounts, mails and events. Stops after two seconds. Repeat the call until `isEmpty`.
     *
     * Requires `users:manage`.
     *
     * @throws `partner-in-live-mode`, `partner-not-found`
     */
    empty: Mutation<
      void,
      { isEmpty: boolean }
    >
    /**
     * Opens the test partner. Continues the test session that this live session opened, or starts a test session.
     *
     * Requires `accounts:create` or `users:manage`.
     *
     * @throws `bad-request`, `coupon-not-found`, `forbidden`, `partner-in-test-mode`, `partner-not-found`, `portal-user-already-active`, `portal-user-email-reserved`, `portal-user-email-taken`, `test-partner-exists`
     */
    open: Mutation<
      void,
      { id: string }
    >
  }
  tokens: {
    /**
     * Creates a partner token with the e-mail and password of a portal user.
     *
     * @throws `forbidden`, `integration-sign-in`, `invalid-credentials`, `overloaded`, `second-factor-required`, `too-many-sign-ins`, `user-not-activated`, `wrong-code`
     */
    create: Mutation<
      TokensCreateInput,
      PartnerToken
    >
  }
  webhooks: {
    /**
     * Creates a webhook. Only this response and that of `rotateSecret` contain the secret.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `invalid-webhook-url`, `partner-not-found`, `too-many-webhooks`, `webhook-pace-exceeded`
     */
    create: Mutation<
      WebhooksCreateInput,
      NewWebhook
    >
    /**
     * Deletes a webhook and its deliveries.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`
     */
    delete: Mutation<
      WebhooksDeleteInput,
      Webhook
    >
    /**
     * Returns a webhook.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`
     */
    get: Query<
      WebhooksGetInput,
      WebhookDetail
    >
    /**
     * Returns a delivery. `requestBody` contains the account's current data, so it may differ from the body that was sent.
     * `requestBody` is `null` after the event has expired.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `event-unknown`, `events-expired`, `webhook-not-found`
     */
    getDelivery: Query<
      WebhooksGetDeliveryInput,
      DeliveryDetail
    >
    /**
     * Lists the partner's webhooks.
     *
     * Requires `webhooks:manage`.
     */
    list: Query<
      void,
      { items: WebhookDetail[] }
    >
    /**
     * Lists the deliveries of a webhook, newest first.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`
     */
    listDeliveries: Query<
      WebhooksListDeliveriesInput,
      Page<Delivery>
    >
    /**
     * Pauses the deliveries of a webhook.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-active`, `webhook-not-found`
     */
    pause: Mutation<
      WebhooksPauseInput,
      Webhook
    >
    /**
     * Replays one delivery, failed ones, or those of a period.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`, `webhook-pace-exceeded`, `webhook-queue-full`
     */
    replay: Mutation<
      WebhooksReplayInput,
      Replay
    >
    /**
     * Resumes the deliveries of a webhook.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`, `webhook-pace-exceeded`
     */
    resume: Mutation<
      WebhooksResumeInput,
      Webhook
    >
    /**
     * Rotates the secret. The previous one stays valid for a day.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`
     */
    rotateSecret: Mutation<
      WebhooksRotateSecretInput,
      NewWebhook
    >
    /**
     * Tests a webhook with an event.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-active`, `webhook-not-found`, `webhook-pace-exceeded`
     */
    test: Mutation<
      WebhooksTestInput,
      Webhook
    >
    /**
     * Updates the types of events.
     *
     * Requires `webhooks:manage`.
     *
     * @throws `webhook-not-found`
     */
    update: Mutation<
      WebhooksUpdateInput,
      Webhook
    >
  }
}
