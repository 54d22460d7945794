import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createData, freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { describeStores, type TestStore } from './shared-stores.ts'

const LIMIT = 6
/** Long enough for two bursts of requests, on a busy machine too. */
const WINDOW_MS = 15_000
/** Preloaded to shift the clock of a process back by a minute. */
const CLOCK_BEHIND = `data:text/javascript,${encodeURIComponent('const { now } = Date; Date.now = () => now() - 60_000')}`

describeStores('Two processes, one with its clock a minute behind,', (create) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-shared-'))
  let store: TestStore
  let processes: { service: StartedService; origin: string }[]
  /** A service whose port is in use. */
  let blocked: StartedService
  beforeAll(async () => {
    store = await create()
    await store.redis.start()
    const common = {
      ...store.settings,
      DATA_SEALING_KEY: randomBytes(32).toString('base64url'),
      RATE_LIMIT_REQUESTS: String(LIMIT),
      RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_MS / 1000),
    }
    const start = (name: string, port: number, environment: Record<string, string> = {}) => {
      const own = { PORT: String(port), DATA_DIR: path.join(folder, name) }
      const service = startBuiltService(folder, { ...common, ...own, ...environment })
      return { service, origin: `http://127.0.0.1:${port}` }
    }
    for (const name of ['right', 'behind']) await createData(path.join(folder, name))
    processes = [
      start('right', await freePort()),
      start('behind', await freePort(), { NODE_OPTIONS: `--import=${CLOCK_BEHIND}` }),
    ]
    blocked = start('blocked', store.redis.port).service
    await Promise.all(processes.map(({ service }) => untilReady(service)))
  })
  afterAll(async () => {
    for (const service of [...processes.map((each) => each.service), blocked]) {
      service.process.kill('SIGKILL')
      await service.ended
    }
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends a request without a token. It is counted by address and gets 401 if the rate limit admits it. */
  const send = (index: number) => fetch(`${processes[index % 2]!.origin}/partners/v1/partner-accounts`)
  const sendBurst = async () => {
    const statuses: number[] = []
    for (let index = 0; index < LIMIT; index++) statuses.push((await send(index)).status)
    return statuses
  }
  /** Waits until a time, given as a number of windows since 1970. */
  const waitUntil = (windowsSince1970: number) => wait(Math.max(0, windowsSince1970 * WINDOW_MS - Date.now()))

  it('share one sliding window, which does not start again at multiples of its length', async () => {
    // Shortly before and after such a multiple, where fixed windows would admit two bursts.
    const boundary = Math.ceil(Date.now() / WINDOW_MS + 0.1)
    await waitUntil(boundary - 0.1)
    expect(await sendBurst()).toEqual(Array(LIMIT).fill(401))
    const lastResponseAt = performance.now()

    await waitUntil(boundary + 0.05)
    expect(await sendBurst()).toEqual(Array(LIMIT).fill(429))
    for (const index of [0, 1]) {
      expect((await send(index)).headers.get('retry-after')).toMatch(/^([1-9]|1[0-5])$/)
    }

    await wait(WINDOW_MS - (performance.now() - lastResponseAt))
    expect(await sendBurst()).toEqual(Array(LIMIT).fill(401))
    expect((await send(1)).status).toBe(429)
  })

  it('exit when their port is in use, despite an open connection to the store', async () => {
    expect(await blocked.ended).toBe(1)
    expect(blocked.output()).toContain('EADDRINUSE')
  })

  it('end with exit code 0 on SIGTERM, whether the store responds or not', async () => {
    for (const { service } of processes) {
      service.process.kill('SIGTERM')
      expect(await service.ended).toBe(0)
      store.redis.pause()
    }
    store.redis.resume()
  })
})
