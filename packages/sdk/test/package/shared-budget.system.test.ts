import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningService, startService } from '../running-service.ts'
import { accountBody } from '../scripted-api.ts'
import { packPackage, runNode } from './packed-package.ts'

const PROCESSES = 4
/** Calls of two windows. The second has slots to spare, because processes only estimate each other's requests. */
const CALLS = 100
const LIMIT = 60
const WINDOW_SECONDS = 60

const { addTestProject } = await packPackage()
let service: RunningService
beforeAll(async () => {
  const settings = { RATE_LIMIT_REQUESTS: String(LIMIT), RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS) }
  service = await startService(settings)
})
afterAll(() => service.stop())

it(
  'four processes complete 100 calls at 60 a minute without a failure, in at most 1.3 times the ideal time',
  { timeout: 180_000 },
  async () => {
    const folder = addTestProject('esm')
    const options = { baseUrl: service.baseUrl, ...service.credentials.demo }
    const bodies = () =>
      Array.from({ length: CALLS / PROCESSES }, () => ({ ...accountBody(), email: `${randomUUID()}@estrela.example` }))
    const startedAt = performance.now()
    const outputs = await Promise.all(
      Array.from({ length: PROCESSES }, () => runNode(folder, ['creations.mjs', JSON.stringify([options, bodies()])])),
    )
    const seconds = (performance.now() - startedAt) / 1_000

    const errors = outputs.flatMap((output) => JSON.parse(output) as string[])
    expect(errors).toEqual([])
    const idealSeconds = (Math.ceil(CALLS / LIMIT) - 1) * WINDOW_SECONDS
    const metrics = await (await fetch(new URL('/metrics', service.baseUrl))).text()
    const responses = metrics.match(/^http_request_duration_seconds_count.*$/gm)?.join('\n')
    console.info(`${CALLS} calls by ${PROCESSES} processes: ${seconds.toFixed(1)} s, ideal ${idealSeconds} s`)
    expect(seconds, responses).toBeLessThan(idealSeconds * 1.3)
  },
)
