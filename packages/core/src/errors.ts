/** The kinds of errors, which `packages/api/src/errors/catalog.ts` must map to a status, code and messages. */
export type DomainErrorKind =
  | ('invalid-credentials' | 'user-not-activated' | 'unauthenticated' | 'forbidden' | 'too-many-sign-ins')
  | ('second-factor-active' | 'second-factor-missing' | 'second-factor-required' | 'wrong-code' | 'integration-sign-in')
  | ('own-second-factor' | 'portal-user-email-reserved')
  | ('password-link-invalid' | 'password-too-common' | 'too-many-password-resets' | 'wrong-password')
  | ('activation-link-expired' | 'activation-link-invalid' | 'activation-link-used' | 'activation-mail-just-sent')
  | ('account-ambiguous' | 'account-erased' | 'account-not-found' | 'invalid-account-identifier')
  | ('administrator-already-active' | 'administrator-email-taken')
  | ('idempotency-key-reused' | 'idempotent-request-in-flight' | 'invalid-idempotency-key')
  | ('subscription-canceled' | 'subscription-not-active' | 'subscription-not-canceled')
  | ('coupon-code-taken' | 'coupon-not-found' | 'coupon-not-redeemable' | 'coupon-redeemed-more-often')
  | ('partner-already-active' | 'partner-already-suspended' | 'partner-not-found')
  | ('live-mode' | 'partner-in-live-mode' | 'partner-in-test-mode' | 'test-partner-exists')
  | ('portal-user-already-active' | 'portal-user-not-active' | 'portal-user-not-disabled' | 'portal-user-erased')
  | ('portal-user-email-taken' | 'portal-user-not-found' | 'person-not-found')
  | ('integration-manages-users' | 'invitation-just-sent' | 'last-manager' | 'team-full' | 'too-many-invitations')
  | ('event-unknown' | 'events-expired')
  | ('invalid-webhook-url' | 'too-many-webhooks' | 'webhook-not-active' | 'webhook-not-found')
  | ('webhook-pace-exceeded' | 'webhook-queue-full')
  | ('mail-content-erased' | 'mail-key-removed' | 'mail-not-found' | 'mail-unknown')
  | ('operator-forbidden' | 'operator-session-not-found' | 'reason-missing' | 'sign-in-link-invalid')
  | 'note-not-found'
  | ('overloaded' | 'storage-unavailable')

/** The part of an endpoint's URL that is invalid. `host`: the name belongs to a local network. */
export type WebhookUrlError =
  'characters' | 'malformed' | 'scheme' | 'credentials' | 'fragment' | 'address' | 'host' | 'port'

/** Details of a rejection. `cause` is only logged. */
export interface RejectionOptions extends ErrorOptions {
  /** Whole seconds. */
  retryAfterSeconds?: number | undefined
  /** The mode in which the request would succeed. */
  mode?: 'live' | 'test' | undefined
  /** What exactly is wrong, in English. Completes the message. */
  hint?: string | undefined
  /** Present with `invalid-webhook-url`. */
  urlError?: WebhookUrlError | undefined
}

export class RejectionError<Kind extends string> extends Error {
  readonly retryAfterSeconds: number | undefined
  readonly mode: 'live' | 'test' | undefined
  readonly hint: string | undefined
  readonly urlError: WebhookUrlError | undefined
  readonly kind: Kind

  constructor(kind: Kind, options?: RejectionOptions) {
    super(kind, options)
    this.kind = kind
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.mode = options?.mode
    this.hint = options?.hint
    this.urlError = options?.urlError
  }
}

export class DomainError extends RejectionError<DomainErrorKind> {
  override readonly name = 'DomainError'
}

/**
 * Returns the value.
 *
 * @throws an error of the kind `missing` if the value is `undefined`
 */
export function required<T extends object | string>(value: T | undefined, missing: DomainErrorKind): T {
  if (value === undefined) throw new DomainError(missing)
  return value
}
