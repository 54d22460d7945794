import type { DomainErrorOptions } from '@partner-accounts/core'

/** What can be wrong with a request before, or apart from, what it asks of the domain. */
export type RequestErrorKind =
  | 'bad-request'
  | 'batch-too-long'
  | 'body-too-large'
  | 'header-too-large'
  | 'internal'
  | 'invalid-json'
  | 'method-not-allowed'
  | 'rate-limited'
  | 'request-timeout'
  | 'route-not-found'
  | 'unsupported-media-type'

/** A refusal by the edge. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly kind: RequestErrorKind,
    options?: DomainErrorOptions,
  ) {
    super(kind, options)
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}
