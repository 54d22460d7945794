import { DomainError } from '@partner-accounts/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { captureLog } from '../../test/mail/log-capture.ts'
import { createFailureLog } from './failure-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const REQUEST = { id: 'r', method: 'GET', params: {}, routeOptions: { url: '/a', config: {} } } as never
const FACTS = { reqId: 'r', method: 'GET', route: '/a' }
const responseWith = (status: number, message: string | object = 'x') =>
  ({ name: 'internal', status, envelope: { _error: { message } } }) as never

function openLog(level: 'debug' | 'info' = 'info') {
  const { logger, lines } = captureLog(level)
  return { log: createFailureLog(logger), lines }
}

it('an unavailable service is logged once per kind and second, with the number of suppressed lines', () => {
  const { log, lines } = openLog()
  const cause = Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })
  const unavailable = new DomainError('storage-unavailable', { cause })
  const fail = (error: DomainError) => log.write(error, responseWith(503), REQUEST)
  fail(unavailable)
  vi.advanceTimersByTime(999)
  for (let times = 0; times < 2; times += 1) fail(unavailable)
  fail(new DomainError('overloaded'))
  vi.advanceTimersByTime(1)
  fail(unavailable)
  const line = { level: 40, ...FACTS, msg: 'service unavailable' }
  expect(lines).toEqual([
    { ...line, kind: 'storage-unavailable', cause: 'ECONNREFUSED' },
    { ...line, kind: 'overloaded' },
    { ...line, kind: 'storage-unavailable', cause: 'ECONNREFUSED', suppressed: 2 },
  ])
})

it('a failure is logged with its stack, also a 503 whose cause is unknown', () => {
  const { log, lines } = openLog()
  for (const status of [500, 503]) log.write(new Error('broken'), responseWith(status), REQUEST)
  const err = expect.objectContaining({
    message: 'broken',
    stack: expect.stringContaining('failure-log.test') as string,
  }) as object
  expect(lines).toEqual(Array(2).fill({ level: 50, ...FACTS, err, msg: 'request failed' }))
})

it('a rejection is logged at level debug only, with the names of invalid fields', () => {
  const { log, lines } = openLog('debug')
  log.write(new Error('secret'), responseWith(422, { email: ['secret'] }), REQUEST)
  log.write(new Error('secret'), responseWith(499), REQUEST)
  const line = { level: 20, ...FACTS, error: 'internal', msg: 'request rejected' }
  expect(lines).toEqual([
    { ...line, status: 422, fields: ['email'] },
    { ...line, status: 499 },
  ])
  const quiet = openLog()
  quiet.log.write(new Error('secret'), responseWith(422), REQUEST)
  expect(quiet.lines).toEqual([])
})
