import { expect, it } from 'vitest'
import {
  ApiError,
  type ApiErrorDetails,
  ConnectionError,
  PartnerAccountsError,
  TimeoutError,
  UsageError,
} from '../errors/errors.ts'
import { isOutage, isTransient, retryDelayMs } from './retry-policy.ts'

const apiError = (status: number, details: Partial<ApiErrorDetails> = {}) =>
  new ApiError({ message: 'x', status, requestId: undefined, ...details })

it('the delay doubles with each failure from half a second to eight seconds, minus a random part of up to half', () => {
  const delay = (failures: number, jitter: number) => retryDelayMs(new Error('x'), failures, jitter)
  expect([1, 2, 5, 6].map((failures) => delay(failures, 1))).toEqual([500, 1_000, 8_000, 8_000])
  expect([0, 0.5].map((jitter) => delay(1, jitter))).toEqual([250, 375])
  // There is no failure if only the rate limit has rejected the call.
  expect(delay(0, 1)).toBe(250)
})

it('the delay is at least that of Retry-After', () => {
  expect(retryDelayMs(apiError(503, { retryAfterMs: 5_000 }), 1, 1)).toBe(5_000)
  expect(retryDelayMs(apiError(503, { retryAfterMs: 100 }), 1, 1)).toBe(500)
})

it('isTransient returns true for a broken connection, a timeout, and statuses of a busy service or proxy', () => {
  for (const error of [new ConnectionError('x'), new TimeoutError('x')]) expect(isTransient(error)).toBe(true)
  const statuses = [400, 404, 408, 409, 422, 429, 500, 501, 502, 503, 504, 519, 520, 529, 530]
  const transient = [408, 409, 429, 500, 502, 503, 504, 520, 529]
  expect(statuses.filter((status) => isTransient(apiError(status)))).toEqual(transient)
  expect(isTransient(new Error('x'))).toBe(false)
})

it('isOutage returns true for responses of a proxy, for transient errors, and for other errors of the SDK', () => {
  expect(isOutage(apiError(404))).toBe(true)
  expect(isOutage(apiError(503, { code: 503 }))).toBe(true)
  expect(isOutage(new PartnerAccountsError('x'))).toBe(true)
})

it('isOutage returns false for rejections by the service and for errors of the caller', () => {
  expect(isOutage(apiError(404, { code: 56 }))).toBe(false)
  expect(isOutage(apiError(422, { fields: { email: ['x'] } }))).toBe(false)
  expect(isOutage(new UsageError('x'))).toBe(false)
  expect(isOutage(new Error('x'))).toBe(false)
})
