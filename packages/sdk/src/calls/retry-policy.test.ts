import { expect, it } from 'vitest'
import { ApiError, ConnectionError, PartnerAccountsError, TimeoutError, UsageError } from '../errors/errors.ts'
import { isOutage, isTransient, retryDelayMs } from './retry-policy.ts'

const apiError = (status: number, details: object = {}) =>
  new ApiError({ message: 'x', status, ...details } as ConstructorParameters<typeof ApiError>[0])

it('the delay doubles with each failure from half a second to eight seconds, and varies by half of it', () => {
  const delay = (failures: number, jitter: number) => retryDelayMs(new Error('x'), failures, jitter)
  expect([1, 2, 5, 6].map((failures) => delay(failures, 1))).toEqual([500, 1_000, 8_000, 8_000])
  expect([0, 0.5].map((jitter) => delay(1, jitter))).toEqual([250, 375])
  expect(delay(0, 1)).toBe(250)
})

it('the delay is at least that of Retry-After', () => {
  expect(retryDelayMs(apiError(503, { retryAfterMs: 5_000 }), 1, 1)).toBe(5_000)
  expect(retryDelayMs(apiError(503, { retryAfterMs: 100 }), 1, 1)).toBe(500)
})

it('another attempt may succeed after a broken connection, a timeout, and statuses of a busy service or proxy', () => {
  for (const error of [new ConnectionError('x'), new TimeoutError('x')]) expect(isTransient(error)).toBe(true)
  const statuses = [400, 404, 408, 409, 422, 429, 500, 501, 502, 503, 504, 519, 520, 529, 530]
  const transient = [408, 409, 429, 500, 502, 503, 504, 520, 529]
  expect(statuses.filter((status) => isTransient(apiError(status)))).toEqual(transient)
  expect(isTransient(new Error('x'))).toBe(false)
})

it('a response of a proxy is an outage, and a rejection or an error of the caller is none', () => {
  expect(isOutage(apiError(404))).toBe(true)
  expect(isOutage(apiError(404, { code: 56 }))).toBe(false)
  expect(isOutage(apiError(422, { fields: { email: ['x'] } }))).toBe(false)
  expect(isOutage(apiError(503, { code: 503 }))).toBe(true)
  expect([new UsageError('x'), new Error('x')].map(isOutage)).toEqual([false, false])
  expect(isOutage(new PartnerAccountsError('x'))).toBe(true)
})
