import type { PartnerMode } from './partners/partner.ts'

/** `packages/api/src/errors/catalog.ts` must map each to its status, code and messages. */
export type DomainErrorKind =
  | 'invalid-credentials'
  | 'user-not-activated'
  | 'unauthenticated'
  | 'forbidden'
  | 'account-not-found'
  | 'account-erased'
  | 'account-ambiguous'
  | 'invalid-account-identifier'
  | 'approval-by-requester'
  | 'approval-not-found'
  | 'administrator-email-taken'
  | 'invalid-idempotency-key'
  | 'invalid-webhook-url'
  | 'webhook-not-active'
  | 'webhook-not-found'
  | 'too-many-webhooks'
  | 'idempotency-key-reused'
  | 'idempotent-request-in-flight'
  | 'event-unknown'
  | 'too-many-sign-ins'
  | 'activation-link-expired'
  | 'activation-mail-just-sent'
  | 'administrator-already-active'
  | 'activation-link-invalid'
  | 'activation-link-used'
  | 'invitation-just-sent'
  | 'too-many-invitations'
  | 'team-full'
  | 'coupon-code-taken'
  | 'coupon-not-found'
  | 'coupon-not-redeemable'
  | 'coupon-redeemed-more-often'
  | 'live-mode'
  | 'mail-content-erased'
  | 'mail-key-removed'
  | 'mail-not-found'
  | 'mail-unknown'
  | 'note-not-found'
  | 'integration-manages-users'
  | 'integration-sign-in'
  | 'operator-forbidden'
  | 'operator-session-not-found'
  | 'last-manager'
  | 'reason-missing'
  | 'partner-already-active'
  | 'partner-already-suspended'
  | 'partner-in-live-mode'
  | 'partner-in-test-mode'
  | 'partner-not-found'
  | 'person-not-found'
  | 'portal-user-already-active'
  | 'portal-user-email-taken'
  | 'portal-user-erased'
  | 'portal-user-not-disabled'
  | 'portal-user-not-found'
  | 'portal-user-not-active'
  | 'subscription-canceled'
  | 'password-link-invalid'
  | 'sign-in-link-invalid'
  | 'subscription-not-active'
  | 'subscription-not-canceled'
  | 'password-too-common'
  | 'test-partner-exists'
  | 'second-factor-active'
  | 'second-factor-missing'
  | 'second-factor-required'
  | 'wrong-code'
  | 'too-many-password-resets'
  | 'wrong-password'
  | 'overloaded'
  | 'storage-unavailable'

/** `cause` is for the logs. */
export interface RejectionOptions extends ErrorOptions {
  /** Whole seconds. */
  retryAfterSeconds?: number
  /** Of the rejected token or account, if the request would succeed in this mode. */
  mode?: PartnerMode | undefined
}

export class RejectionError<Kind extends string> extends Error {
  readonly retryAfterSeconds: number | undefined
  readonly mode: PartnerMode | undefined

  constructor(
    readonly kind: Kind,
    options?: RejectionOptions,
  ) {
    super(kind, options)
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.mode = options?.mode
  }
}

export class DomainError extends RejectionError<DomainErrorKind> {
  override readonly name = 'DomainError'
}

/** @throws an error of the kind `missing` if there is no value */
export function required<T extends object | string>(value: T | undefined, missing: DomainErrorKind): T {
  if (value === undefined) throw new DomainError(missing)
  return value
}
