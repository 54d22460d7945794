import { RejectionError } from '@partner-accounts/core'

export type RequestErrorKind =
  | 'bad-request'
  | 'batch-response-too-large'
  | 'batch-too-long'
  | 'body-too-large'
  | 'export-in-batch'
  | 'header-too-large'
  | 'internal'
  | 'invalid-internal-key'
  | 'invalid-json'
  | 'method-not-allowed'
  | 'rate-limited'
  | 'request-timeout'
  | 'route-not-found'
  | 'too-many-exports'
  | 'unsupported-media-type'

export class RequestError extends RejectionError<RequestErrorKind> {
  override readonly name = 'RequestError'
}
