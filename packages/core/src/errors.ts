/**
 * Everything that can go wrong in the domain, as a closed list. What each one looks like
 * from outside (status, code, words) is the API's business: `errors/catalog.ts` there has
 * a row for each and does not compile without.
 */
export type DomainErrorKind =
  | 'invalid-credentials'
  | 'user-not-activated'
  | 'unauthenticated'
  | 'forbidden'
  | 'account-not-found'
  | 'invalid-account-identifier'
  | 'administrator-email-taken'
  | 'invalid-idempotency-key'
  | 'idempotency-key-reused'
  | 'idempotent-request-in-flight'
  | 'too-many-sign-ins'
  | 'activation-link-expired'
  | 'activation-link-invalid'
  | 'activation-link-used'
  | 'coupon-code-taken'
  | 'coupon-not-found'
  | 'mail-not-found'
  | 'partner-already-active'
  | 'partner-already-suspended'
  | 'partner-not-found'
  | 'portal-user-already-active'
  | 'portal-user-email-taken'
  | 'portal-user-not-found'
  | 'subscription-canceled'
  | 'password-too-common'
  | 'overloaded'
  | 'storage-unavailable'

/** How a refusal is made: `cause` keeps the technical reason, if any, for the logs. */
export interface DomainErrorOptions extends ErrorOptions {
  /** Whole seconds after which the same may succeed. */
  retryAfterSeconds?: number
}

/** A refusal that the domain foresees. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly kind: DomainErrorKind,
    options?: DomainErrorOptions,
  ) {
    super(kind, options)
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}
