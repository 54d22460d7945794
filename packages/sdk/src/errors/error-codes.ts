/** Alone, so that a client does not bring the others along. */
export const UNAUTHENTICATED = 9

/**
 * The codes of `ApiError.code`, by name. Errors of invalid fields have none: look at `ApiError.fields`.
 *
 * @example
 * if (error instanceof ApiError && error.code === ErrorCode.EMAIL_TAKEN) askForAnotherAddress()
 */
export const ErrorCode = {
  /** 401: the e-mail or the password is wrong. */
  INVALID_CREDENTIALS: 1418,
  /** 401: the portal user has not followed the e-mailed link yet. */
  USER_NOT_ACTIVATED: 24,
  /** 401: the token is missing, invalid or expired. */
  UNAUTHENTICATED,
  /** 403: the portal user may not do this, or the partner is suspended. */
  FORBIDDEN: 666,
  /** 404: none of the partner's accounts has this id, CNPJ or CPF. */
  ACCOUNT_NOT_FOUND: 56,
  /** 422: this is neither an account id nor a CNPJ or CPF without punctuation. */
  INVALID_IDENTIFIER: 113,
  /** 422: the body is not JSON. */
  INVALID_JSON: 1405,
  /** 422: an account's administrator has this e-mail already. */
  EMAIL_TAKEN: 88,
  /** 409: a creation with the same idempotency key is under way. */
  IN_FLIGHT: 409,
  /** 429: the rate limit is used up, or too many sign-ins have failed. */
  RATE_LIMITED: 429,
  /** 500: the service failed. */
  INTERNAL: 500,
  /** 503: the service is out of reach of its data for a moment. */
  UNAVAILABLE: 503,
} as const

/** A code by its number. The service may come to know more than these. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode] | (number & {})
