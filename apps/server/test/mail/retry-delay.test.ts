import { expect, it } from 'vitest'
import { MAIL_RETRY_DELAYS } from '../../src/mail/mail-worker.ts'
import { retryDelaySeconds } from '../../src/background/delivery-worker.ts'

const DELAYS = [5, 30, 120, 600, 3600, 21_600, 43_200, 86_400, 86_400]

it('retryDelaySeconds grows after each attempt and is undefined after the tenth', () => {
  const delays = Array.from({ length: 12 }, (_, index) => retryDelaySeconds(MAIL_RETRY_DELAYS, index + 1, () => 0.5))
  expect(delays).toEqual([...DELAYS, undefined, undefined, undefined])
})

it('retryDelaySeconds varies by a fifth in both directions', () => {
  const earliest = DELAYS.map((_, index) => retryDelaySeconds(MAIL_RETRY_DELAYS, index + 1, () => 0))
  expect(earliest).toEqual(DELAYS.map((delay) => delay * 0.8))
  // `Math.random` is always less than 1.
  const latest = DELAYS.map((_, index) => retryDelaySeconds(MAIL_RETRY_DELAYS, index + 1, () => 0.999_999_9))
  expect(latest).toEqual(DELAYS.map((delay) => delay * 1.2))
})
