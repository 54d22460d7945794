const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds before the second, third … attempt. Short at first: greylisting servers accept after minutes. Then long
 * enough to outlast a server's bad weekend, and still within the 7 days in which the links hold.
 */
const DELAYS = [5, 30, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]

/** Mails that failed together do not come back together. */
const JITTER = 0.2

/**
 * @param attempts how often it was tried
 * @param random from 0 up to 1
 * @returns seconds until the next attempt; undefined when there is to be none
 */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[Math.max(attempts, 1) - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random()))
}
