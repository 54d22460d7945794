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

describe.skipIf(programs === undefined)('While the database is slow (requires PostgreSQL)', () => {
  let postgres: PostgresServer
  let relay: Relay
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    relay = await startRelay(postgres.url)
    // With a single connection, requests also wait for the connection, not only for their statements.
    const database = await openDatabase({ url: relay.urlOf(postgres.url), poolSize: 1 }, TEST_KEYS.dataSealingKeys)
    await database.migrate()
    service = await listenOn(database, { SUBSCRIPTION_ACTIVATION: 'immediate' })
    partner = await signedInPartner(service)
    await cacheAccess(partner)
  })
  afterEach(() => relay.delayResponses(0))
  afterAll(async () => {
    await service.stop()
    await service.database.close()
    await relay.stop()
    await postgres.stop()
  })

  /** Sends a request, after which the service has cached the permissions of the partner's user for 5 s. */
  const cacheAccess = (client: PartnerClient) => client.get('/partner-accounts')

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
    // The deadline for the work of a request is 4.5 s, so more than eight round trips would exceed it.
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
  it.each(Object.entries(senders))(
    'creations %s get 503 at the deadline of 4.5 s, before all statements have run',
    async (_where, send) => {
      // Each of the four statements stays within its timeout of 2 s. On one connection, they run one after another.
      const partners = [await signedInPartner(service), await signedInPartner(service)]
      const sendAll = () => Promise.all(partners.map((each) => send(each, accountBody())))
      const { result, duration } = await whileDelayed(1_800, sendAll)
      expect(result).toEqual([503, 503])
      // Without the deadline, the four statements would take 7.2 s. A busy machine may respond up to 2.5 s late.
      expect(duration).toBeLessThan(7_000)
      await expect.poll(sendAll).toEqual([200, 200])
    },
  )

  it('a creation that got 503 and is retried with its key creates one account', async () => {
    const other = await signedInPartner(service)
    await cacheAccess(other)
    const body = accountBody()
    const create = async () => (await other.post('/partner-accounts', body, { 'idempotency-key': 'order 1' })).status
    // Exceeds the statement timeout of 2 s.
    expect((await whileDelayed(3_000, create)).result).toBe(503)
    await expect.poll(create).toBe(200)
    expect((await other.get('/partner-accounts')).body).toMatchObject({ _meta: { total: 1 } })
  })
})
