import { RequestError } from '@partner-accounts/api'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

it('four sign-ins beyond the limit of their network run at a time, and 100 wait', async () => {
  const { runSignIn } = createAdmission({} as never)
  const deferredRejection = new RequestError('rate-limited')
  const request = { deferredRejection } as FastifyRequest
  let running = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const call = () => {
    running += 1
    return released
  }
  const calls = Array.from({ length: 104 }, () => runSignIn(request, call))
  await expect(runSignIn(request, call)).rejects.toBe(deferredRejection)
  expect(running).toBe(4)
  expect(await runSignIn({} as FastifyRequest, () => Promise.resolve('other'))).toBe('other')
  release()
  await Promise.all(calls)
  expect(running).toBe(104)
})
