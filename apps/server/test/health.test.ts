import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeConnectionsGracefully } from '../src/http/graceful-close.ts'
import { healthPlugin } from '../src/http/health-plugin.ts'

let app: FastifyInstance
const isReady = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  isReady.mockReset().mockResolvedValue(true)
  app = Fastify()
  closeConnectionsGracefully(app)
  void app.register(healthPlugin, { version: '1.2.3', isReady })
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

const requestReadiness = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => app.inject('/ready')))).map(({ statusCode }) => statusCode)

it('GET /health/ready queries the database once for many requests within a second', async () => {
  expect(new Set(await requestReadiness(100))).toEqual(new Set([200]))
  expect(isReady).toHaveBeenCalledTimes(1)
})

it('GET /health/ready reports within a second that the database is unavailable, and that it is available again', async () => {
  expect(await requestReadiness(1)).toEqual([200])
  isReady.mockResolvedValue(false)
  vi.advanceTimersByTime(1_000)
  expect(await requestReadiness(1)).toEqual([503])
  isReady.mockResolvedValue(true)
  vi.advanceTimersByTime(1_000)
  expect(await requestReadiness(1)).toEqual([200])
})

it('GET /health/ready returns 503 as soon as the service drains', async () => {
  expect(await requestReadiness(1)).toEqual([200])
  app.drain()
  expect(await requestReadiness(1)).toEqual([503])
})
