/** The client uses only these constants, so bundlers can drop an unused `ErrorCode`. */
export const UNAUTHENTICATED = 9
export const INVALID_CREDENTIALS = 1418
export const USER_NOT_ACTIVATED = 24
export const RATE_LIMITED = 429

/**
 * Values of `ApiError.code`. Errors of invalid fields have no code: see `ApiError.fields`.
 *
 * @example
 * if (error instanceof ApiError && error.code === ErrorCode.EMAIL_TAKEN) askForAnotherAddress()
 */
export const ErrorCode = {
  /** 401: wrong e-mail or password. */
  INVALID_CREDENTIALS,
  /** 401: the portal user has not followed the activation link yet. */
  USER_NOT_ACTIVATED,
  /** 401: missing, invalid or expired token. */
  UNAUTHENTICATED,
  /** 403: the portal user lacks the permission, or the partner is suspended. */
  FORBIDDEN: 666,
  /** 404: the partner has no account with this id, CNPJ or CPF. */
  ACCOUNT_NOT_FOUND: 56,
  /** 422: neither an account id nor a CNPJ or CPF without punctuation. */
  INVALID_IDENTIFIER: 113,
  /** 422: the body is not JSON. */
  INVALID_JSON: 1405,
  /** 422: another account's administrator has this e-mail. */
  EMAIL_TAKEN: 88,
  /** 409: a creation with the same idempotency key is in progress. */
  IN_FLIGHT: 409,
  /** 429: too many requests, or too many failed sign-ins. */
  RATE_LIMITED,
  /** 500: the service failed. */
  INTERNAL: 500,
  /** 503: temporarily unavailable. */
  UNAVAILABLE: 503,
} as const

/** Later versions of the service may add values. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode] | (number & {})
