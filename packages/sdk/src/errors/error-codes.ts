/** Separate from `ErrorCode`, so that a bundle that uses only this code does not contain the others. */
export const UNAUTHENTICATED = 9
/** Separate from `ErrorCode`, as above. */
export const INVALID_CREDENTIALS = 1418
/** Separate from `ErrorCode`, as above. */
export const RATE_LIMITED = 429

/**
 * The values of `ApiError.code`, by name. Errors of invalid fields have no code: see `ApiError.fields`.
 *
 * @example
 * if (error instanceof ApiError && error.code === ErrorCode.EMAIL_TAKEN) askForAnotherAddress()
 */
export const ErrorCode = {
  /** 401: the e-mail or the password is wrong. */
  INVALID_CREDENTIALS,
  /** 401: the portal user has not followed the e-mailed activation link yet. */
  USER_NOT_ACTIVATED: 24,
  /** 401: the token is missing, invalid or expired. */
  UNAUTHENTICATED,
  /** 403: the portal user lacks the permission, or the partner is suspended. */
  FORBIDDEN: 666,
  /** 404: none of the partner's accounts has this id, CNPJ or CPF. */
  ACCOUNT_NOT_FOUND: 56,
  /** 422: the identifier is neither an account id nor a CNPJ or CPF without punctuation. */
  INVALID_IDENTIFIER: 113,
  /** 422: the body is not JSON. */
  INVALID_JSON: 1405,
  /** 422: the administrator of another account has this e-mail. */
  EMAIL_TAKEN: 88,
  /** 409: a creation with the same idempotency key is in progress. */
  IN_FLIGHT: 409,
  /** 429: the rate limit is exceeded, or too many sign-ins failed. */
  RATE_LIMITED,
  /** 500: the service failed. */
  INTERNAL: 500,
  /** 503: the service is temporarily unavailable. */
  UNAVAILABLE: 503,
} as const

/** A value of `ApiError.code`. Later versions of the service may add values. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode] | (number & {})
