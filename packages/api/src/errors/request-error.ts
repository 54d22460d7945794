import { RejectionError } from '@partner-accounts/core'

export type RequestErrorKind =
  | 'bad-request'
  | 'batch-too-long'
  | 'body-too-large'
  | 'header-too-large'
  | 'internal'
  | 'invalid-internal-key'
  | 'invalid-json'
  | 'method-not-allowed'
  | 'rate-limited'
  | 'request-timeout'
  | 'route-not-found'
  | 'unsupported-media-type'

export class RequestError extends RejectionError<RequestErrorKind> {
  override readonly name = 'RequestError'
}
