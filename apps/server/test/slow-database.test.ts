import { openDatabase } from '@partner-accounts/db'
import {
  postgresPrograms,
  type PostgresServer,
  type Relay,
  startPostgres,
  startRelay,
} from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, listenOn, type PartnerClient, signedInPartner, TEST_KEYS, type TestService } from './harness.ts'

const programs = postgresPrograms()
/** Each statement stays within its timeout, but all statements of an immediate activation together do not. */
const RESPONSE_DELAY_MS = 900

describe.skipIf(programs === undefined)('While the database is slow (skipped: no PostgreSQL installed)', () => {
  let postgres: PostgresServer
  let relay: Relay
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    relay = await startRelay(postgres.url)
    const database = await openDatabase({ url: relay.urlOf(postgres.url) }, TEST_KEYS.dataSealingKey)
    await database.migrate()
    service = await listenOn(database, { SUBSCRIPTION_ACTIVATION: 'immediate' })
    partner = await signedInPartner(service)
    await partner.get('/partner-accounts')
  })
  afterAll(async () => {
    relay.delayResponses(0)
    await service.stop()
    await service.database.close()
    await relay.stop()
    await postgres.stop()
  })

  it('a creation with immediate activation gets 503 within 5 s, and its retry creates one account', async () => {
    const body = accountBody()
    const key = { 'idempotency-key': 'order 1' }
    relay.delayResponses(RESPONSE_DELAY_MS)
    const started = performance.now()
    expect((await partner.post('/partner-accounts', body, key)).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(5_000)
    relay.delayResponses(0)
    await expect
      .poll(async () => (await partner.post('/partner-accounts', body, key)).status, { timeout: 15_000 })
      .toBe(200)
    const list = await partner.get('/partner-accounts')
    expect(list.body).toMatchObject({ _meta: { total: 1 } })
  })
})
