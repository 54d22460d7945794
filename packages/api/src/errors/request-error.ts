/** What can be wrong with a request before, or apart from, what it asks of the domain. */
export type RequestErrorKind =
  | 'bad-request'
  | 'body-too-large'
  | 'header-too-large'
  | 'internal'
  | 'invalid-json'
  | 'method-not-allowed'
  | 'rate-limited'
  | 'request-timeout'
  | 'route-not-found'

export class RequestError extends Error {
  override readonly name = 'RequestError'

  constructor(
    readonly kind: RequestErrorKind,
    options?: ErrorOptions,
  ) {
    super(kind, options)
  }
}
