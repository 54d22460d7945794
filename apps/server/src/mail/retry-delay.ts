const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds. The first are short, because greylisting servers accept a mail after minutes. Together they outlast a
 * weekend, and stay within the 7 days for which links are valid.
 */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

/** Spreads retries of mails that failed together. */
const JITTER = 0.2

/** Returns seconds; `undefined` after the last attempt. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[Math.max(attempts, 1) - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
}
