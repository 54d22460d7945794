import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

it('sign-ins beyond the limit of their network run four at a time, 100 wait, and the next is rejected', async () => {
  const { runSignIn } = createAdmission({} as never)
  const deferredRejection = { allowed: false, limit: 60, remaining: 0, resetSeconds: 1 }
  const request = { deferredRejection } as FastifyRequest
  let started = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const call = () => {
    started += 1
    return released
  }
  const calls = Array.from({ length: 104 }, () => runSignIn(request, call))
  await expect(runSignIn(request, call)).rejects.toMatchObject({ kind: 'rate-limited' })
  expect(started).toBe(4)
  const requestWithinLimit = {} as FastifyRequest
  expect(await runSignIn(requestWithinLimit, () => Promise.resolve('other'))).toBe('other')
  release()
  await Promise.all(calls)
  expect(started).toBe(104)
})
