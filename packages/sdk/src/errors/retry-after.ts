/** Returns the milliseconds of `Retry-After`, or of the wait that a RateLimitError reports. 0 for other errors. */
export const retryAfterMsOf = (error: unknown): number => (error as { retryAfterMs?: number } | null)?.retryAfterMs ?? 0
