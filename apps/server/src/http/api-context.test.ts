import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userAgentOf, WorkBudget } from './api-context.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})
const TIMEOUT = { kind: 'storage-unavailable', cause: { code: 'WORK_TIMEOUT' } }

it('the work of a request ends after 4.5 seconds', async () => {
  const work = new WorkBudget()
  const spent = work.spend(never())
  vi.advanceTimersByTime(4_499)
  expect(work.isOver).toBe(false)
  vi.advanceTimersByTime(1)
  await expect(spent).rejects.toMatchObject(TIMEOUT)
  expect(work.isOver).toBe(true)
})

it('measured work leaves less time for the rest', async () => {
  const work = new WorkBudget()
  const measured = work.measure(new Promise((resolve) => setTimeout(() => resolve('admitted'), 4_000)))
  vi.advanceTimersByTime(4_000)
  expect(await measured).toBe('admitted')
  const spent = work.spend(never())
  vi.advanceTimersByTime(500)
  await expect(spent).rejects.toMatchObject(TIMEOUT)
})

it('finished work leaves no timer', async () => {
  expect(await new WorkBudget().spend(Promise.resolve('done'))).toBe('done')
  await expect(new WorkBudget().spend(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

it('the user agent of a request has at most 256 characters, and is empty if there is none', () => {
  const userAgent = (headers: object) => userAgentOf({ headers } as never)
  expect([userAgent({ 'user-agent': 'x'.repeat(257) }), userAgent({})]).toEqual(['x'.repeat(256), ''])
})
