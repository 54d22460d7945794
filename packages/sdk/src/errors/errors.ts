import type { InvalidFields } from '../wire/models.ts'
import type { ErrorCode } from './error-codes.ts'

/** Carries the name of an error's class, which is the same in the ESM and the CommonJS build. */
const KIND = Symbol.for('@partner-accounts/sdk/error')

/** What an error reports besides its message: the properties of its class. */
export interface ErrorDetails {
  requestId?: string | undefined
  cause?: unknown
  readonly [property: string]: unknown
}

/** Base class of every error that this package throws. */
export class PartnerAccountsError extends Error {
  /** Not taken from the class, which a minifier may rename. */
  protected static kind = 'PartnerAccountsError'

  /**
   * Makes `instanceof` work between the two builds of this package: a program that loads both has two of each class.
   * Subclasses defined elsewhere keep the usual `instanceof`.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'kind')) return super[Symbol.hasInstance](value)
    const kind = (value as { [KIND]?: string } | null | undefined)?.[KIND]
    return kind === this.kind || (!!kind && this.kind === 'PartnerAccountsError')
  }

  /** Identifies the request in the service's log. `undefined` if no request was sent. */
  declare readonly requestId: string | undefined

  constructor(message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause ? { cause } : {})
    this.name = new.target.kind
    Object.defineProperty(this, KIND, { value: this.name })
    Object.assign(this, details)
  }
}

/** Reports an invalid option or argument. Nothing was sent. */
export class UsageError extends PartnerAccountsError {
  protected static override kind = 'UsageError'
}

/** The content of an error response. */
export interface ApiErrorDetails {
  status: number
  message: string
  requestId: string | undefined
  code?: ErrorCode | undefined
  fields?: InvalidFields | undefined
  uiMessage?: string | undefined
  retryAfterMs?: number | undefined
}

/**
 * Reports an error response. Without `code` and `fields`, the response did not come from the service but from
 * something in between, such as a proxy.
 *
 * @example
 * try {
 *   await client.accounts.create(body)
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error
 *   for (const [field, messages] of Object.entries(error.fields ?? {})) showAt(field, messages)
 * }
 */
export class ApiError extends PartnerAccountsError {
  protected static override kind = 'ApiError'
  /** HTTP status. */
  declare readonly status: number
  /** The reason: see `ErrorCode`. `undefined` for invalid fields and for responses of something in between. */
  declare readonly code: ErrorCode | undefined
  /** Messages by invalid field, in the language of `Accept-Language`. */
  declare readonly fields: InvalidFields | undefined
  /** A message for end users, in the language of `Accept-Language`. */
  declare readonly uiMessage: string | undefined
  /** How long to wait before a retry, in milliseconds, if the response has `Retry-After`. */
  declare readonly retryAfterMs: number | undefined

  constructor({ message, ...details }: ApiErrorDetails) {
    super(message, details)
  }
}

/** Reports that the service could not be reached, or that the connection broke before the response was complete. */
export class ConnectionError extends PartnerAccountsError {
  protected static override kind = 'ConnectionError'
  /** `false` only if it is certain that the service did not receive the request: no connection was established. */
  declare readonly sent: boolean
}

/** Reports that the call took longer than its timeout. */
export class TimeoutError extends PartnerAccountsError {
  protected static override kind = 'TimeoutError'
}

/**
 * Reports that an account may or may not have been created: the request was sent, but no response of the service
 * arrived. `cause` is the last failure.
 *
 * Call `client.accounts.recover(error)`, or `create` with the same body and this `idempotencyKey`, within 24 hours.
 * The account is created at most once, and you get its secret in either case.
 */
export class PossiblyCreatedError extends PartnerAccountsError {
  protected static override kind = 'PossiblyCreatedError'
  /** The key to pass to `create` again. */
  declare readonly idempotencyKey: string
  /** CNPJ or CPF of the employer, to look up the account. */
  declare readonly document: string
}
