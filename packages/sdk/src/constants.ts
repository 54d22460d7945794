// A file without imports, so that bundlers inline its values.

export const DEFAULT_TIMEOUT_MS = 60_000
/**
 * Minimum interval between checks of the default timeout. A wait for the rate limit pauses the timeout. If little time
 * remained, the checks would repeat every few milliseconds.
 */
export const MIN_CHECK_INTERVAL_MS = 1_000

/** Timeout of token storages and rate limit stores. */
export const STORE_TIMEOUT_MS = 2_000

/** Delays between retries double from the first to the maximum. */
export const FIRST_DELAY_MS = 500
export const MAX_DELAY_MS = 8_000

export const MAX_QUOTED_LENGTH = 200

/** Timeout of a sign-in or of the token function. Shorter than a call's default timeout, so the call can retry. */
export const SIGN_IN_TIMEOUT_MS = 20_000

/** Tokens are renewed in this last share of their lifetime, at most `MAX_RENEWAL_MS` before they expire. */
export const RENEWAL_SHARE = 0.1
export const MAX_RENEWAL_MS = 60_000
export const RENEWAL_RETRY_MS = 5_000

/** Pause before another sign-in of a user that is not activated. The user may follow the activation link meanwhile. */
export const NOT_ACTIVATED_TTL_MS = 60_000

/** A token is not used in the last part of its lifetime, so that the request reaches the service before it expires. */
export const MIN_REMAINING_MS = 5_000

export const MAX_DEFAULT_WAIT_MS = 600_000

export const DEFAULT_MAX_RETRIES = 3

/** Waits of at least this duration, which is longer than a second, are reported. */
export const REPORTED_WAIT_MS = 1_001

/** Without pacing, spreads the retries of calls that were rejected together. */
export const MAX_JITTER_MS = 1_000

export const FOLLOW_PAUSE_MS = 10_000

export const MAX_PAGE_SIZE = 100

/** Length of a CPF. */
export const MIN_IDENTIFIER_LENGTH = 11

/** Interval between further requests while the maximum number is in flight, because those may hang. */
export const PROBE_INTERVAL_MS = 1_000

/** Share of the limit that low priority leaves to others. */
export const RESERVED_SHARE = 0.1

/**
 * Maximum share of the limit in flight. With a larger share, a process could use up the first window before others that
 * start at the same time.
 */
export const MAX_SHARE_IN_FLIGHT = 0.1
export const MIN_IN_FLIGHT = 4

/** The service counts a request later than a store, because the request travels. */
export const STORE_WINDOW_MARGIN = 1.01

/**
 * Divisor of the window for the maximum random delay before a slot is reused. Without the delay, a process at the limit
 * would retake each slot the instant it becomes free, and starve the others.
 */
export const JITTER_DIVISOR = 60
