const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds before the second, third … attempt. The first delays are short, because greylisting servers accept a mail after
 * minutes. Together they outlast a weekend's outage and stay within the 7 days for which links are valid.
 */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

/** Spreads the retries of mails that failed at the same time. */
const JITTER = 0.2

/**
 * Returns the delay before the next attempt.
 *
 * @param attempts the number of attempts so far
 * @param random from 0 up to 1
 * @returns seconds; `undefined` after the last attempt
 */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[Math.max(attempts, 1) - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
}
