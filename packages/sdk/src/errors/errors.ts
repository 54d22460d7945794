import type { ErrorCode } from './error-codes.ts'
import type { InvalidFields } from '../wire/models.ts'

/** What all errors of this package have in common. */
export class PartnerAccountsError extends Error {
  /** Names the request in the service's log. None when the error came before any request. */
  readonly requestId: string | undefined

  constructor(message: string, requestId?: string, cause?: unknown) {
    super(message, cause ? { cause } : {})
    // Not taken from the class: a minifier may have renamed it.
    this.name = 'PartnerAccountsError'
    this.requestId = requestId
  }
}

/** The client is used wrongly. Nothing was sent. */
export class UsageError extends PartnerAccountsError {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** What the service says when it refuses or fails. */
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
 * The service answered with an error.
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
  /** HTTP status. */
  declare readonly status: number
  /** What went wrong: see `ErrorCode`. None for invalid fields, and for answers that are not the service's own. */
  declare readonly code: ErrorCode | undefined
  /** Messages by invalid field, in the language of `Accept-Language`. */
  declare readonly fields: InvalidFields | undefined
  /** To be shown to people, in the language of `Accept-Language`. */
  declare readonly uiMessage: string | undefined
  /** How long the service asked to wait, in milliseconds. */
  declare readonly retryAfterMs: number | undefined

  constructor({ message, requestId, ...details }: ApiErrorDetails) {
    super(message, requestId)
    this.name = 'ApiError'
    Object.assign(this, details)
  }
}

/** The service could not be reached, or the connection broke before the answer was whole. `cause` says why. */
export class ConnectionError extends PartnerAccountsError {
  /** Whether the request may have reached the service: false when no connection came about. */
  readonly sent: boolean

  constructor(message: string, sent: boolean, requestId: string | undefined, cause: unknown) {
    super(message, requestId, cause)
    this.name = 'ConnectionError'
    this.sent = sent
  }
}

/** The call took longer than its `timeoutMs`. */
export class TimeoutError extends PartnerAccountsError {
  constructor(timeoutMs: number, requestId?: string) {
    super(`The call took longer than ${timeoutMs} ms.`, requestId)
    this.name = 'TimeoutError'
  }
}

/**
 * Nobody knows whether the account was created: the request went out, and no answer told its fate. `cause` is what
 * happened last.
 *
 * Call `create` again with the same body and this `idempotencyKey` within 24 hours: the account is created once, and
 * you get its secret in either case.
 */
export class PossiblyCreatedError extends PartnerAccountsError {
  /** Give it to `create` again. */
  readonly idempotencyKey: string
  /** CNPJ or CPF of the employer, to look the account up. */
  readonly document: string

  constructor(idempotencyKey: string, document: string, cause: unknown) {
    super(
      'The account may have been created: call create again with this idempotencyKey.',
      (cause as Partial<PartnerAccountsError> | undefined)?.requestId,
      cause,
    )
    this.name = 'PossiblyCreatedError'
    this.idempotencyKey = idempotencyKey
    this.document = document
  }
}
