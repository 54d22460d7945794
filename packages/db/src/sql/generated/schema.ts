import type { ColumnType } from 'kysely'
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>
export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type Account = {
  id: string
  partner_id: string
  number: number
  created_at: Generated<Timestamp>
  /**
   * A copy of the latest subscription's, so that one index serves every combination of a search's filters.
   * @kyselyType('pending' | 'active' | 'canceled')
   */
  subscription_status: Generated<'pending' | 'active' | 'canceled'>
  administrator_activated: Generated<boolean>
  /**
   * The words that searches compare (`searchTerms` of the domain). An index on an expression finds them.
   */
  terms: string
  active_employees: Generated<number>
  /**
   * The company or person whose employees' time the account tracks. Has one of the two tax IDs.
   */
  name: string
  trade_name: string
  cpf: string | null
  cnpj: string | null
  financial_email: string | null
  /**
   * The administrator: the account's first user, who receives the activation and welcome mails.
   */
  full_name: string
  email: string
  mobile_phone: string
  /**
   * Null until the administrator chooses a password through the activation link.
   */
  password_hash: string | null
  activation_token_hash: Uint8Array | null
  activation_expires_at: Timestamp | null
  /**
   * SHA-256 of the secret.
   */
  secret_hash: Uint8Array
  /**
   * SHA-256 of the token; null once revoked.
   */
  api_token_hash: Uint8Array | null
  /**
   * The token sealed under a key derived from the secret; null once revoked.
   */
  sealed_api_token: Uint8Array | null
  /**
   * When the personal data was erased. Neither tax ID is left then.
   */
  erased_at: Timestamp | null
}
export type AccountCreations = {
  starts_at: Timestamp
  accounts: number
}
export type AdministratorEmail = {
  email_key: string
  /**
   * The id of a test partner, empty for live ones.
   */
  scope: Generated<string>
  partner_id: string
  account_id: string
}
export type Approval = {
  partner_id: string
  id: string
  /**
   * Null for actions on the partner itself.
   */
  account_id: string | null
  /**
   * @kyselyType('account.correct' | 'account.reissue-token' | 'account.revoke-token' | 'partner.suspend' | 'subscription.cancel')
   */
  action:
    | 'account.correct'
    | 'account.reissue-token'
    | 'account.revoke-token'
    | 'partner.suspend'
    | 'subscription.cancel'
  /**
   * ApprovableInput of the domain, which may contain personal data.
   */
  input: unknown
  /**
   * Actor of the domain.
   */
  requester: unknown
  requested_at: Timestamp
  expires_at: Timestamp
}
export type AuditEntry = {
  id: string
  at: Generated<Timestamp>
  actor_kind: string
  /**
   * The portal user's id, the name of the internal application's key, or the operator's e-mail.
   */
  actor_name: string | null
  /**
   * Who created the one-time link with which the operator signed in.
   */
  actor_via: string | null
  actor_network: string | null
  /**
   * The second operator, as kind and name.
   */
  approved_by: string | null
  action: string
  subject_id: string
  /**
   * Empty if the entry belongs to no partner.
   */
  partner_id: string
  account_id: string | null
  /**
   * AuditedChanges of the domain: the values that a correction replaced.
   */
  changes: unknown | null
  reason: string | null
  /**
   * Of events: 1, 2, 3 … per partner, in the order of commit. Null for other entries.
   */
  position: number | null
}
export type Coupon = {
  id: string
  code: string
  percent_off: number
  expires_at: Timestamp | null
  max_redemptions: number | null
  redemptions: Generated<number>
  created_at: Generated<Timestamp>
}
export type IdempotentCreation = {
  partner_id: string
  /**
   * HMAC of the key. The key itself is not stored.
   */
  lookup: Uint8Array
  /**
   * HMAC of the request.
   */
  fingerprint: Uint8Array
  /**
   * Encrypted.
   */
  sealed_response: Uint8Array
  account_id: string
  expires_at: Timestamp
}
export type LoggedRequest = {
  partner_id: string
  id: string
  user_id: string
  at: Timestamp
  method: string
  /**
   * Never the path, which may contain a tax ID.
   */
  route: string | null
  status: number
  code: number | null
  /**
   * Names of invalid fields.
   */
  fields: string[]
  request_id: string
  duration_ms: number
}
export type Mail = {
  id: string
  /**
   * @kyselyType('portal-user-invitation' | 'administrator-activation' | 'administrator-welcome' | 'password-reset' | 'password-changed' | 'second-factor-changed' | 'subscription-activated' | 'webhook-disabled')
   */
  kind:
    | 'portal-user-invitation'
    | 'administrator-activation'
    | 'administrator-welcome'
    | 'password-reset'
    | 'password-changed'
    | 'second-factor-changed'
    | 'subscription-activated'
    | 'webhook-disabled'
  recipient: string
  /**
   * The recipient in lower case.
   */
  recipient_key: string
  /**
   * @kyselyType('queued' | 'sent' | 'failed' | 'kept')
   */
  status: Generated<'queued' | 'sent' | 'failed' | 'kept'>
  /**
   * Of the mails that are due, those with the lowest number are sent first. MAIL_SCHEDULE of the domain.
   */
  priority: Generated<number>
  /**
   * MailContent of the domain, sealed because it may contain a link. Erased once sent.
   */
  sealed_content: Uint8Array | null
  /**
   * Empty if the mail belongs to no partner.
   */
  partner_id: string
  account_id: string | null
  /**
   * Number of claims. Shows a worker that another worker has claimed the mail since.
   */
  attempts: Generated<number>
  /**
   * When it is due or, while a worker has claimed it, when the claim expires.
   */
  due_at: Generated<Timestamp>
  last_error: string | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
}
export type Note = {
  partner_id: string
  id: string
  /**
   * Null for notes about the partner itself.
   */
  account_id: string | null
  author: string
  text: string
  created_at: Generated<Timestamp>
}
export type OperatorSession = {
  id: string
  /**
   * Null after signing in with a link that names nobody.
   */
  email: string | null
  name: string
  /**
   * @kyselyType('viewer' | 'support' | 'admin')
   */
  role: 'viewer' | 'support' | 'admin'
  started_at: Generated<Timestamp>
  expires_at: Timestamp
  /**
   * Who created the link that started it.
   */
  created_by: string | null
  creator_session_id: string | null
  user_agent: string
  network: string
  /**
   * After signing in with a provider at which the operator also signs out.
   */
  sealed_id_token: Uint8Array | null
}
export type OperatorSignInLink = {
  /**
   * SHA-256 of its token.
   */
  token_hash: Uint8Array
  /**
   * The id of the session that it starts.
   */
  id: string
  email: string | null
  name: string
  /**
   * @kyselyType('viewer' | 'support' | 'admin')
   */
  role: 'viewer' | 'support' | 'admin'
  expires_at: Timestamp
  created_by: string
  creator_session_id: string | null
}
export type Partner = {
  id: string
  name: string
  /**
   * @kyselyType('active' | 'suspended')
   */
  status: Generated<'active' | 'suspended'>
  coupon_id: string | null
  account_count: Generated<number>
  deleted_accounts: Generated<number>
  event_count: Generated<number>
  /**
   * The words that searches compare (`termsOf` of the domain), after a space. An index of their trigrams finds them.
   */
  terms: Generated<string>
  /**
   * People need a second factor for the portal.
   */
  requires_second_factor: Generated<boolean>
  /**
   * Requests per window; null for the default.
   */
  rate_limit: number | null
  rate_limit_until: Timestamp | null
  /**
   * The live partner whose test partner this is. Without a foreign key, which Citus does not allow between partners.
   */
  test_of: string | null
  created_at: Generated<Timestamp>
}
export type PortalSession = {
  partner_id: string
  user_id: string
  id: string
  /**
   * The user's when it started. It has ended if the user's is higher.
   */
  token_generation: number
  user_agent: string
  started_at: Timestamp
  /**
   * Written every few minutes.
   */
  last_used_at: Timestamp
  /**
   * When its cookie does.
   */
  expires_at: Timestamp
}
export type PortalUser = {
  id: string
  partner_id: string
  /**
   * @kyselyType('person' | 'integration')
   */
  kind: Generated<'person' | 'integration'>
  email: string
  name: string
  /**
   * @kyselyType('invited' | 'active' | 'disabled')
   */
  status: Generated<'invited' | 'active' | 'disabled'>
  /**
   * @kyselyType(('accounts:read' | 'accounts:create' | 'users:manage' | 'webhooks:manage'))
   */
  permissions: Generated<('accounts:read' | 'accounts:create' | 'users:manage' | 'webhooks:manage')[]>
  password_hash: string | null
  /**
   * The words that searches compare (`termsOf` of the domain), after a space. An index of their trigrams finds them.
   */
  terms: Generated<string>
  created_at: Generated<Timestamp>
  /**
   * SHA-256 of the latest link's token. Kept after use, to distinguish a used link from an unknown one.
   */
  activation_token_hash: Uint8Array | null
  activation_expires_at: Timestamp | null
  /**
   * Contained in the user's tokens. Activation, disabling and a new password increment it to invalidate earlier tokens.
   */
  token_generation: Generated<number>
  /**
   * SHA-256 of the token of the latest link for a forgotten password, until it is used.
   */
  reset_token_hash: Uint8Array | null
  reset_expires_at: Timestamp | null
  last_signed_in_at: Timestamp | null
  /**
   * The ids of sessions that ended by signing out, with the second until which a copy of their cookie would be valid.
   */
  ended_sessions: Generated<unknown>
  /**
   * When the personal data was erased.
   */
  erased_at: Timestamp | null
}
export type PortalUserEmail = {
  email_key: string
  partner_id: string
  user_id: string
}
export type RateLimitRejections = {
  partner_id: string
  /**
   * Its start.
   */
  minute: Timestamp
  requests: number
}
export type SecondFactor = {
  partner_id: string
  user_id: string
  /**
   * Its secret, sealed.
   */
  sealed_secret: Uint8Array
  is_active: Generated<boolean>
  /**
   * Of the latest accepted code. Codes of this or an earlier step are rejected.
   */
  last_step: Generated<number>
  /**
   * SHA-256, in hexadecimal, of the recovery codes that are left.
   */
  recovery_hashes: Generated<string[]>
}
export type Subscription = {
  id: string
  partner_id: string
  account_id: string
  /**
   * @kyselyType('pending' | 'active' | 'canceled')
   */
  status: Generated<'pending' | 'active' | 'canceled'>
  employees: number
  face_ids: Generated<number>
  coupon_id: string | null
  percent_off: number | null
  created_at: Generated<Timestamp>
  activated_at: Timestamp | null
  canceled_at: Timestamp | null
}
export type Unit = {
  id: string
  partner_id: string
  account_id: string
  name: string
  cep: string
  street_name: string
  street_number: string
  neighborhood: string
  complement: string | null
  state: string
  city: string
}
export type WebhookDelivery = {
  id: string
  partner_id: string
  endpoint_id: string
  event_id: string
  type: string
  /**
   * 0 for a test event.
   */
  position: number
  /**
   * Empty if the event is not about an account.
   */
  account_id: Generated<string>
  /**
   * @kyselyType('queued' | 'sent' | 'failed')
   */
  status: Generated<'queued' | 'sent' | 'failed'>
  priority: Generated<number>
  attempts: Generated<number>
  due_at: Generated<Timestamp>
  last_error: string | null
  /**
   * Of the latest attempt.
   */
  response_status: number | null
  response_body: string | null
  duration_ms: number | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
}
export type WebhookEndpoint = {
  id: string
  partner_id: string
  url: string
  /**
   * Types of events to send. Empty: all.
   */
  types: Generated<string[]>
  /**
   * Unverified until a test event is delivered.
   * @kyselyType('unverified' | 'active' | 'paused' | 'disabled')
   */
  status: Generated<'unverified' | 'active' | 'paused' | 'disabled'>
  sealed_secret: Uint8Array
  /**
   * Signs, too, until it expires.
   */
  sealed_previous_secret: Uint8Array | null
  previous_expires_at: Timestamp | null
  /**
   * Of the last of the partner's events that has a delivery, or needs none.
   */
  position: number
  /**
   * Of the first of the attempts that have all failed since.
   */
  failing_since: Timestamp | null
  created_at: Generated<Timestamp>
}
export type WorkSchedule = {
  id: string
  partner_id: string
  account_id: string
  name: string
  /**
   * WorkDay[] of the domain.
   */
  days: unknown
}
export type DB = {
  account_creations: AccountCreations
  accounts: Account
  administrator_emails: AdministratorEmail
  approvals: Approval
  audit_entries: AuditEntry
  coupons: Coupon
  idempotent_creations: IdempotentCreation
  logged_requests: LoggedRequest
  mails: Mail
  notes: Note
  operator_sessions: OperatorSession
  operator_sign_in_links: OperatorSignInLink
  partners: Partner
  portal_sessions: PortalSession
  portal_user_emails: PortalUserEmail
  portal_users: PortalUser
  rate_limit_rejections: RateLimitRejections
  second_factors: SecondFactor
  subscriptions: Subscription
  units: Unit
  webhook_deliveries: WebhookDelivery
  webhook_endpoints: WebhookEndpoint
  work_schedules: WorkSchedule
}
