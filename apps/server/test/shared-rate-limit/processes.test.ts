import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort, startBuiltService, type StartedService, untilReady } from '../built-service.ts'
import { describeStores, type TestStore } from './shared-stores.ts'

const LIMIT = 6
const WINDOW_MS = 3000
/** What makes a process believe that it is a minute ago. */
const CLOCK_BEHIND = `data:text/javascript,${encodeURIComponent('const { now } = Date; Date.now = () => now() - 60_000')}`

describeStores('two processes, the clock of one a minute behind,', (create) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-accounts-shared-'))
  let store: TestStore
  let processes: { service: StartedService; origin: string }[]
  /** Its port is taken. */
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
    processes = [
      start('right', await freePort()),
      start('behind', await freePort(), { NODE_OPTIONS: `--import=${CLOCK_BEHIND}` }),
    ]
    blocked = start('blocked', store.redis.port).service
    await Promise.all(processes.map(({ service }) => untilReady(service)))
    // Three databases are made at once.
  }, 120_000)
  afterAll(async () => {
    for (const service of [...processes.map((each) => each.service), blocked]) {
      service.process.kill('SIGKILL')
      await service.ended
    }
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** As nobody in particular: counted by address, and refused with 401 when it is let through. */
  const send = (index: number) => fetch(`${processes[index % 2]!.origin}/partners/v1/partner-accounts`)
  const burst = async () => {
    const statuses: number[] = []
    for (let index = 0; index < LIMIT; index++) statuses.push((await send(index)).status)
    return statuses
  }
  const untilPartOfWindow = (part: number) =>
    wait((part * WINDOW_MS - (Date.now() % WINDOW_MS) + WINDOW_MS) % WINDOW_MS)

  it('share one budget over a boundary of windows: what came late in one counts early in the next', async () => {
    await untilPartOfWindow(0.75)
    expect(await burst()).toEqual(Array(LIMIT).fill(401))
    const lastAnswered = performance.now()

    await untilPartOfWindow(0.1)
    expect(await burst()).toEqual(Array(LIMIT).fill(429))
    for (const index of [0, 1]) {
      expect((await send(index)).headers.get('retry-after')).toMatch(/^[1-3]$/)
    }

    await wait(WINDOW_MS - (performance.now() - lastAnswered))
    expect(await burst()).toEqual(Array(LIMIT).fill(401))
    expect((await send(1)).status).toBe(429)
  })

  it('one that cannot listen does not stay for its connection to the store', async () => {
    expect(await blocked.ended).toBe(1)
    expect(blocked.output()).toContain('EADDRINUSE')
  })

  it('end when they are told to, whether the store answers or not', async () => {
    for (const { service } of processes) {
      service.process.kill('SIGTERM')
      expect(await service.ended).toBe(0)
      store.redis.pause()
    }
    store.redis.resume()
  })
})
