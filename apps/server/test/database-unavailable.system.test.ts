import { createServer, type Server } from 'node:net'
import { openDatabase } from '@partner-accounts/db'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountBody, listenOn, type PartnerClient, signedInPartner, TEST_KEYS, type TestService } from './harness.ts'
import { scrape } from './observation/scrape.ts'

const programs = postgresPrograms()

describe.skipIf(programs === undefined)('While the database is unavailable (requires PostgreSQL)', () => {
  let postgres: PostgresServer
  let service: TestService
  let partner: PartnerClient
  let silent: Server | undefined
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    const database = await openDatabase({ url: postgres.url }, TEST_KEYS.dataSealingKeys)
    await database.migrate()
    service = await listenOn(database)
    partner = await signedInPartner(service)
    // Fills what could hide the outage: the cached permissions of the user, and the metrics of the mail queue.
    await partner.get('/partner-accounts')
    const queued = async () => (await scrape(service.origin)).get('mail_queue_mails{state="queued"}')
    await vi.waitFor(async () => expect(await queued()).toBe(0), 30_000)
    await postgres.stop()
  })
  afterAll(async () => {
    silent?.close()
    await service.stop()
    await service.database.close()
  })

  const callEveryEndpoint = () => [
    partner.get('/partner-accounts'),
    partner.get('/partner-accounts/12345678901'),
    partner.post('/partner-accounts', accountBody()),
  ]
  const expectedBody = (requestId: string | null) => ({
    _status: 'ERR',
    _code: 503,
    _error: {
      code: 503,
      message: `The service is temporarily unavailable. Retry after the number of seconds in the Retry-After header. Request id: ${requestId}.`,
      ui_message: 'Serviço indisponível no momento. Tente novamente em instantes.',
    },
  })

  it('every account endpoint returns 503 with Retry-After and no internal details, and GET /health/ready returns 503', async () => {
    for (const { status, headers, body } of await Promise.all(callEveryEndpoint())) {
      expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' })
      expect(body).toEqual(expectedBody(headers.get('x-request-id')))
    }
    expect((await fetch(`${service.origin}/health/ready`)).status).toBe(503)
    expect((await fetch(`${service.origin}/health/live`)).status).toBe(200)
  })

  it('the service logs 503 responses as warnings without a stack, at most one line per second', async () => {
    const warnings = () =>
      service
        .logged()
        .split('\n')
        .filter((line) => line.includes('"service unavailable"'))
    const before = warnings().length
    const started = performance.now()
    for (let round = 0; round < 10; round++) await Promise.all(callEveryEndpoint())
    const seconds = (performance.now() - started) / 1_000
    expect(warnings().length - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    expect(JSON.parse(warnings()[0] ?? '{}')).toMatchObject({ level: 40, kind: 'storage-unavailable' })
    expect(service.logged()).not.toContain('"level":50')
    expect(warnings().join('')).not.toMatch(/stack|\.ts:/)
  })

  /** Expects that metrics read from the database are missing, instead of being 0 or their last value. */
  const expectScrape = async () => {
    const started = performance.now()
    const samples = await scrape(service.origin)
    // Prometheus waits 10 s for a scrape by default.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(samples.has('database_pool_connections')).toBe(true)
    expect([...samples.keys()].filter((name) => name.startsWith('mail_queue_'))).toEqual([])
  }

  it('GET /metrics returns its other metrics and omits the mail queue', expectScrape)

  it('every account endpoint returns 503 within 10 s when the database accepts connections and never responds', async () => {
    const { port, hostname } = new URL(postgres.url)
    silent = createServer(() => undefined).listen(Number(port), hostname)
    const started = performance.now()
    for (const { status } of await Promise.all(callEveryEndpoint())) expect(status).toBe(503)
    expect(performance.now() - started).toBeLessThan(10_000)
    await expectScrape()
  })
})
