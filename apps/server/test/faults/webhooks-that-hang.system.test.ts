import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, addPortalUser, signedIn } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import { Fleet, type Instance } from './fleet.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

const programs = postgresPrograms()
/** To 100 endpoints. `WEBHOOK_DELIVERIES=10000` measures the target, which requires an idle machine. */
const DELIVERIES = Number(process.env['WEBHOOK_DELIVERIES'] ?? 1_000)
const TARGET = DELIVERIES >= 10_000
const PARTNERS = 10
const ENDPOINTS = 10
const ACCOUNTS = 8
const EVENTS = DELIVERIES / PARTNERS / ENDPOINTS
const TIMEOUT_MS = 30_000 + 30 * DELIVERIES
const PATIENCE = { timeout: TIMEOUT_MS, interval: 200 }

describe.skipIf(programs === undefined)('Webhooks of ten partners (skipped: no PostgreSQL installed)', () => {
  let fleet: Fleet
  let instance: Instance
  let receiver: WebhookReceiver
  let partners: { id: string; accounts: string[] }[]
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    receiver = await WebhookReceiver.start()
    instance = await fleet.start()
    partners = await Promise.all(Array.from({ length: PARTNERS }, addPartner))
  })
  afterAll(async () => {
    await fleet.stop()
    receiver.stop()
  })

  it('deliver to 90 endpoints about as fast when 10 others hang', { timeout: 4 * TIMEOUT_MS }, async ({ annotate }) => {
    for (let index = 1; index < ENDPOINTS; index++) await addEndpoints(String(index))
    await secondsToDeliver(2)
    const without = await secondsToDeliver(EVENTS)
    for (const path of await addEndpoints('hangs')) receiver.hanging.add(path)
    const beside = await secondsToDeliver(EVENTS)
    expect(receiver.inFlight + receiver.interrupted).toBeGreaterThanOrEqual(PARTNERS)
    await annotate(`${without.toFixed(2)} s without the ten, ${beside.toFixed(2)} s with them`)
    // Less than the timeout of the requests that hang.
    expect(beside).toBeLessThan(TARGET ? 1.2 * without : 2 * without + 2)
  })

  async function addPartner() {
    const user = await addPortalUser(fleet)
    const client = await signedIn(instance, user)
    const accounts: string[] = []
    while (accounts.length < ACCOUNTS)
      accounts.push((await client.post('/partner-accounts', accountBody())).body._id as string)
    return { id: user.partnerId, accounts }
  }

  /** Adds an endpoint to each partner, and resolves with their paths when they are active. */
  async function addEndpoints(name: string): Promise<string[]> {
    const { webhooks } = internalClient(instance)
    const paths = partners.map(({ id }) => `/${id}/${name}`)
    for (const [index, { id }] of partners.entries())
      await webhooks.create.mutate({ partnerId: id, url: `${receiver.origin}${paths[index]}` })
    const { webhookEndpoint } = fleet.database.prisma
    await expect.poll(() => webhookEndpoint.count({ where: { status: { not: 'active' } } }), PATIENCE).toBe(0)
    return paths
  }

  /** Returns the seconds between the first and the last delivery to the endpoints that do not hang. */
  async function secondsToDeliver(events: number): Promise<number> {
    receiver.received.length = 0
    await Promise.all(
      partners.map(({ id: partnerId, accounts }) => {
        const entries = Array.from({ length: events }, (_, index) => {
          const accountId = accounts[index % ACCOUNTS]!
          const [actor, action] = [{ kind: 'internal', name: 'test' }, 'employer.corrected'] as const
          return { actor, action, subjectId: accountId, partnerId, accountId }
        })
        return fleet.database.transact(({ audit }) => audit.record(...entries))
      }),
    )
    const { received } = receiver
    const delivered = () => new Set(received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`)).size
    await expect.poll(delivered, PATIENCE).toBe(events * PARTNERS * (ENDPOINTS - 1))
    return (received.at(-1)!.at - received[0]!.at) / 1000
  }
})
