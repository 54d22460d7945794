import type { InvalidFields } from '../wire/models.ts'
import type { ErrorCode } from './error-codes.ts'

/** The property with the class name. The ESM and CommonJS builds use the same symbol. */
const KIND = Symbol.for('@partner-accounts/sdk/error')

export interface ErrorDetails {
  requestId?: string | undefined
  cause?: unknown
  readonly [property: string]: unknown
}

/** Base class of every error that this package throws. */
export class PartnerAccountsError extends Error {
  /**
   * Class name, which is never minified, unlike `name`. It is a getter, because bundlers keep unused classes that have
   * static fields.
   */
  protected static get kind(): string {
    return 'PartnerAccountsError'
  }

  /**
   * Makes `instanceof` work between the ESM and CommonJS builds. Subclasses defined elsewhere keep the usual
   * `instanceof`. Constructors compiled to functions rely on the usual `instanceof`, too.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const kind = (value as { [KIND]?: string } | null | undefined)?.[KIND]
    // A class that only inherits `kind` would match all errors of its base class.
    const isSame = !!kind && [kind, 'PartnerAccountsError'].includes(this.kind) && Object.hasOwn(this, 'kind')
    return isSame || super[Symbol.hasInstance](value)
  }

  /** Identifies the request in the service's log. `undefined` if none was sent. */
  declare readonly requestId: string | undefined

  constructor(message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause ? { cause } : {})
    this.name = new.target.kind
    Object.defineProperty(this, KIND, { value: this.name })
    Object.assign(this, details)
  }
}

/** An invalid option or argument. Nothing was sent. */
export class UsageError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'UsageError'
  }
}

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
 * An error response. Without `code` and `fields`, it came from a proxy rather than the service.
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
  protected static override get kind(): string {
    return 'ApiError'
  }
  declare readonly status: number
  /** `undefined` for invalid fields and for responses from a proxy. */
  declare readonly code: ErrorCode | undefined
  /** Messages by invalid field, in the language of `Accept-Language`. */
  declare readonly fields: InvalidFields | undefined
  /** For end users, in the language of `Accept-Language`. */
  declare readonly uiMessage: string | undefined
  /** Milliseconds, from `Retry-After`. `undefined` without it. */
  declare readonly retryAfterMs: number | undefined

  constructor({ message, ...details }: ApiErrorDetails) {
    super(message, details)
  }
}

/** The service could not be reached, or the connection broke before the response was complete. */
export class ConnectionError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'ConnectionError'
  }
  /** `false` only if no connection was established, so the service cannot have received the request. */
  declare readonly sent: boolean
}

/**
 * The rate limit has delayed the call, or would delay it, for longer than `maxWaitMs`. The service has not processed it.
 * `cause` is the last 429, if there was one.
 */
export class RateLimitError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'RateLimitError'
  }
  /** Milliseconds until a new call may succeed. */
  declare readonly retryAfterMs: number
}

/** The call exceeded its timeout. */
export class TimeoutError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'TimeoutError'
  }
}

/**
 * The account may or may not exist, because no response shows whether it was created. `cause` is the last failure.
 *
 * Call `client.accounts.recover(error)`, or `create` with the same body and this `idempotencyKey`, within 24 hours.
 * The account is created at most once, and you get its secret in either case.
 */
export class PossiblyCreatedError extends PartnerAccountsError {
  protected static override get kind(): string {
    return 'PossiblyCreatedError'
  }
  declare readonly idempotencyKey: string
  /** The employer's tax ID (CNPJ or CPF), to look up the account. */
  declare readonly taxId: string
}
