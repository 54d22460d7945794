import type { AppRouter } from '@partner-accounts/api'
import { openDatabase } from '@partner-accounts/db'
import {
  postgresPrograms,
  type PostgresServer,
  type Relay,
  startPostgres,
  startRelay,
} from '@partner-accounts/local-servers'
import type { TRPCClientError } from '@trpc/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, listenOn, type PartnerClient, signedInPartner, TEST_KEYS, type TestService } from './harness.ts'
import { nativeClient } from './internal/internal-client.ts'

type AccountBody = ReturnType<typeof accountBody>
const programs = postgresPrograms()

describe.skipIf(programs === undefined)('While the database is slow (skipped: no PostgreSQL installed)', () => {
  let postgres: PostgresServer
  let relay: Relay
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    relay = await startRelay(postgres.url)
    // A single connection, so that requests wait for it as well as for their statements.
    const database = await openDatabase({ url: relay.urlOf(postgres.url), poolSize: 1 }, TEST_KEYS.dataSealingKeys)
    await database.migrate()
    service = await listenOn(database, { SUBSCRIPTION_ACTIVATION: 'immediate' })
    partner = await signedInPartner(service)
    await partner.get('/partner-accounts')
  })
  afterEach(() => relay.delayResponses(0))
  afterAll(async () => {
    await service.stop()
    await service.database.close()
    await relay.stop()
    await postgres.stop()
  })

  /** Runs a request while each response of the database is delayed. Returns its result and its duration. */
  async function whileDelayed<T>(ms: number, send: () => Promise<T>): Promise<{ result: T; duration: number }> {
    relay.delayResponses(ms)
    const started = performance.now()
    const result = await send()
    const duration = performance.now() - started
    relay.delayResponses(0)
    return { result, duration }
  }

  it('a creation with immediate activation gets 200 although each response of the database takes 500 ms', async () => {
    const { result } = await whileDelayed(500, () => partner.post('/partner-accounts', accountBody()))
    // Eleven round trips would exceed the deadline.
    expect(result.status).toBe(200)
  })

  const senders = {
    'over REST': async (one: PartnerClient, body: AccountBody) => (await one.post('/partner-accounts', body)).status,
    'over the native router': ({ token }: PartnerClient, body: AccountBody) =>
      nativeClient(service, `Bearer ${token}`)
        .accounts.create.mutate(body)
        .then(
          () => 200,
          (error: unknown) => (error as TRPCClientError<AppRouter>).data?.httpStatus,
        ),
  }
  it.each(Object.entries(senders))('creations %s get 503 within 5 s', async (_where, send) => {
    // Each of the four statements stays within its timeout of 2 s. On one connection, they run one after another.
    const partners = [await signedInPartner(service), await signedInPartner(service)]
    const sendAll = () => Promise.all(partners.map((each) => send(each, accountBody())))
    const { result, duration } = await whileDelayed(1_800, sendAll)
    expect(result).toEqual([503, 503])
    // The deadline is 4.5 s. Without it, the four statements would take 7.2 s.
    expect(duration).toBeLessThan(7_000)
    await expect.poll(sendAll).toEqual([200, 200])
  })

  it('a creation that got 503 and is retried with its key creates one account', async () => {
    const other = await signedInPartner(service)
    await other.get('/partner-accounts')
    const body = accountBody()
    const create = async () => (await other.post('/partner-accounts', body, { 'idempotency-key': 'order 1' })).status
    expect((await whileDelayed(3_000, create)).result).toBe(503)
    await expect.poll(create).toBe(200)
    expect((await other.get('/partner-accounts')).body).toMatchObject({ _meta: { total: 1 } })
  })
})
