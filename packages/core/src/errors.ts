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
  | 'overloaded'
  | 'storage-unavailable'

/** A refusal that the domain foresees. `cause` keeps the technical reason, if any, for the logs. */
export class DomainError extends Error {
  override readonly name = 'DomainError'

  constructor(
    readonly kind: DomainErrorKind,
    options?: ErrorOptions,
  ) {
    super(kind, options)
  }
}
