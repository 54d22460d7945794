import { createIdGenerator, PERMISSIONS } from '@partner-accounts/core'
import { postgresPrograms } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { outcome, REFUSALS } from '../expected-errors.ts'
import { accountBody, addPortalUser, signedIn } from '../harness.ts'
import { internalClient } from '../internal/internal-client.ts'
import { CreationLoad } from './creation-load.ts'
import { Fleet, type Instance } from './fleet.ts'
import { startSwallowingProxy } from './swallowing-proxy.ts'

const programs = postgresPrograms()
const newId = createIdGenerator()
const FELT_WITHIN_MS = 10_000

describe.skipIf(programs === undefined)('two instances (skipped: no /usr/lib/postgresql/*/bin)', () => {
  let fleet: Fleet
  let stays: Instance
  beforeAll(async () => {
    fleet = await Fleet.open(programs)
    stays = await fleet.start({ SUBSCRIPTION_ACTIVATION: 'immediate' })
  })
  afterAll(() => fleet.stop())

  const startAnother = () => fleet.start({ SUBSCRIPTION_ACTIVATION: 'immediate' })

  it('of which one is killed under load: what was asked for is there once, whoever answered', async () => {
    const dies = await startAnother()
    const load = (await CreationLoad.prepare([dies, stays], fleet.database)).start(6)
    await load.untilAnswered(200, 20)
    await dies.kill()
    await load.untilAnswered(200, 20)
    await load.finish()

    expect(load.count(0)).toBeGreaterThan(0)
    load.expectHonestAnswers()
    await load.expectExact()
    const delivered = fleet.instances.flatMap((instance) => instance.mails())
    expect(new Set(delivered).size).toBe(delivered.length)
  }, 30_000)

  it('of which one is killed between the commit and its answer: the other gives that very answer', async () => {
    const dies = await startAnother()
    const proxy = await startSwallowingProxy(dies.origin, () => dies.service.process.kill('SIGKILL'))
    const load = await CreationLoad.prepare([stays], fleet.database)
    const [key, body] = [newId(), accountBody()]
    const throughProxy = { ...dies, baseUrl: `${proxy.origin}/partners/v1` }
    expect(await load.ask(throughProxy, key, body)).toMatchObject({ status: 0 })
    await dies.service.ended

    const text = await load.askUntilAcknowledged(key, body)
    expect((await proxy.swallowed).split('\r\n\r\n')[1]).toBe(text)
    load.acknowledged.set(key, { body, text })
    await load.expectExact()
    const another = await load.ask(stays, key, accountBody())
    expect(another.status).toBe(422)
    expect(JSON.parse(another.text)._error.message).toEqual({ 'Idempotency-Key': [expect.any(String)] })
    proxy.stop()
  }, 30_000)

  it('give a hundred requests at once with one key one account and one answer', async () => {
    const other = await startAnother()
    const load = await CreationLoad.prepare([stays, other], fleet.database)
    const [key, body] = [newId(), accountBody()]
    const storm = Array.from({ length: 100 }, (_, index) => load.askUntilAcknowledged(key, body, index))
    const texts = new Set(await Promise.all(storm))
    expect(texts.size).toBe(1)
    expect(load.count(0)).toBe(0)
    load.expectHonestAnswers()
    load.acknowledged.set(key, { body, text: [...texts][0]! })
    await load.expectExact()
    await other.kill()
  }, 30_000)

  it('follow within 10 s what was changed at the other: rights, users, partners', async () => {
    const other = await startAnother()
    const changes = internalClient(other)
    const users = await Promise.all([1, 2, 3].map(() => addPortalUser(fleet)))
    const [stripped, disabled, suspended] = await Promise.all(users.map((user) => signedIn(stays, user)))
    const partners = [stripped!, disabled!, suspended!]
    const outcomes = async () =>
      Promise.all(partners.map(async (partner) => outcome(await partner.get('/partner-accounts'))))
    for (const { status } of await outcomes()) expect(status).toBe(200)

    await changes.portalUsers.setPermissions.mutate({ id: stripped!.user.id, permissions: [] })
    await changes.portalUsers.disable.mutate({ id: disabled!.user.id })
    await changes.partners.suspend.mutate({ id: suspended!.user.partnerId })
    const { forbidden, unauthenticated } = REFUSALS
    await vi.waitFor(
      async () => expect(await outcomes()).toEqual([forbidden, unauthenticated, forbidden]),
      FELT_WITHIN_MS,
    )

    await changes.portalUsers.setPermissions.mutate({ id: stripped!.user.id, permissions: [...PERMISSIONS] })
    await changes.partners.resume.mutate({ id: suspended!.user.partnerId })
    await vi.waitFor(async () => {
      expect((await outcomes()).map(({ status }) => status)).toEqual([200, 401, 200])
    }, FELT_WITHIN_MS)
    await other.kill()
  }, 30_000)
})
