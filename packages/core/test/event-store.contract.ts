import { beforeAll, describe, expect, it } from 'vitest'
import { sampleCreateAccountRequest } from './sample-requests.ts'
import { newSealingKeys, OPERATOR as actor } from './stub-dependencies.ts'
import { correctAccount } from '../src/accounts/correct-account.ts'
import { createAccount } from '../src/accounts/create-account.ts'
import { reissueCredentials, reportUsage, revokeApiToken } from '../src/accounts/manage-account.ts'
import type { SubscriptionActivation } from '../src/accounts/subscription.ts'
import { activate } from '../src/activation/activate.ts'
import type { Dependencies, Stores, Transact } from '../src/dependencies.ts'
import { EVENT_ACTIONS, EVENT_TYPES } from '../src/events/event-types.ts'
import { FEED_BEGINNING, type PartnerEvent } from '../src/events/event.ts'
import { issueActivationToken } from '../src/identity/activation-link.ts'
import { disablePortalUser } from '../src/identity/change-portal-user.ts'
import { LIMITS } from '../src/limits.ts'
import { createIdGenerator } from '../src/secrets/id-generator.ts'
import { activateSubscription } from '../src/subscriptions/activate-subscription.ts'
import { cancelSubscription, changeSubscription } from '../src/subscriptions/change-subscription.ts'

export interface EventStoreFixture {
  stores: Stores
  transact: Transact
  /** Dates an audit entry back, and returns its new id: ids begin with their time. */
  setAge(partnerId: string, id: string, days: number): Promise<string>
}

const newId = createIdGenerator()

function prepare(open: () => Promise<EventStoreFixture>) {
  let fixture: EventStoreFixture
  beforeAll(async () => {
    fixture = await open()
  })
  const dependencies = () => ({
    ...fixture,
    newId,
    sealingKeys: newSealingKeys(),
    subscriptionNotices: false,
    passwords: { hash: () => Promise.resolve('hash') } as unknown as Dependencies['passwords'],
    signIns: { forget: () => Promise.resolve() } as unknown as Dependencies['signIns'],
  })
  const addPartner = async () => {
    const id = newId()
    await fixture.stores.partners.add({ id, name: 'Revenda', couponId: null })
    return id
  }
  const create = async (partnerId: string, subscriptionActivation: SubscriptionActivation = 'manual') => {
    const creation = { creator: { userId: newId(), partnerId }, request: sampleCreateAccountRequest() }
    return (await createAccount({ ...dependencies(), subscriptionActivation }, creation)).id
  }
  const list = (partnerId: string, filter: object = {}) =>
    fixture.stores.events.list(partnerId, { limit: 100, ...filter })
  const correct = (id: string, administrator: object = {}) =>
    correctAccount(dependencies(), { actor, id, employer: { name: 'Padaria Lua' }, administrator, address: {} })
  return { fixture: () => fixture, dependencies, addPartner, create, list, correct }
}

/** Tests the contract of `EventStore`, and that each use case stores its events. Every implementation has to pass. */
export function eventStoreContract(name: string, open: () => Promise<EventStoreFixture>): void {
  describe(`${name} as an EventStore`, () => {
    const { fixture, dependencies, addPartner, create, list, correct } = prepare(open)

    it('list returns each change once, in order, with the account as it is now', async () => {
      const partnerId = await addPartner()
      const accountId = await create(partnerId)
      const input = { actor, accountId }
      await activateSubscription(dependencies(), input)
      await activateSubscription(dependencies(), input)
      await changeSubscription(dependencies(), { ...input, changes: { employees: 33, faceIds: 4 } })
      await correct(accountId, { mobilePhone: '11912345678' })
      await reportUsage(dependencies(), { actor, id: accountId, activeEmployees: 7 })
      await revokeApiToken(dependencies(), { actor, id: accountId })
      await reissueCredentials(dependencies(), { actor, id: accountId })
      const activateWith = (token: string) =>
        activate(dependencies(), { token, password: 'uma senha que ninguém adivinha', network: '192.0.2.1' })
      const invitation = issueActivationToken('administrator', partnerId)
      await fixture().stores.administrators.invite(accountId, invitation.stored)
      await activateWith(invitation.token)
      const userId = newId()
      const user = { id: userId, partnerId, kind: 'person', email: `${userId}@revenda.example`, name: 'Ana' } as const
      const { token, stored: activation } = issueActivationToken('portal-user', partnerId)
      const invited = { status: 'invited', permissions: [], passwordHash: null, activation } as const
      await fixture().stores.portalUsers.add({ ...user, ...invited })
      await activateWith(token)
      await disablePortalUser(dependencies(), { actor, id: userId })
      await cancelSubscription(dependencies(), input)

      const events = await list(partnerId)
      expect(events.map(({ action }) => action)).toEqual([
        'account.created',
        'subscription.activated',
        'subscription.changed',
        'employer.corrected',
        'administrator.corrected',
        'account.token-revoked',
        'account.token-reissued',
        'administrator.activated',
        'portal-user.activated',
        'portal-user.disabled',
        'subscription.canceled',
      ])
      expect(new Set(events.map(({ action }) => action))).toEqual(new Set(EVENT_ACTIONS))
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES))
      expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
      const userEvents = events.filter(({ action }) => action.startsWith('portal-user.'))
      const accountEvents = events.filter((event) => !userEvents.includes(event))
      for (const { account } of accountEvents) {
        expect(account).toMatchObject({
          id: accountId,
          name: 'Padaria Lua',
          activeEmployees: 7,
          subscriptionEmployees: 0,
        })
      }
      for (const event of userEvents) expect(event).toMatchObject({ subjectId: userId, account: null })
      const trail = await fixture().stores.records.auditEntries({ partnerId }, { limit: 50 })
      const ids = events.map(({ id }) => id)
      expect(trail.items.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    })

    it('a creation that activates the subscription stores two events, and a change that is rolled back stores none', async () => {
      const partnerId = await addPartner()
      await create(partnerId, 'immediate')
      const accountId = await create(partnerId)
      const failing = fixture().transact(async (stores) => {
        await stores.audit.record({
          actor,
          action: 'account.token-revoked',
          subjectId: accountId,
          partnerId,
          accountId,
        })
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      await revokeApiToken(dependencies(), { actor, id: accountId })
      expect((await list(partnerId)).map(({ position, type }) => `${position} ${type}`)).toEqual([
        '1 account.created',
        '2 subscription.activated',
        '3 account.created',
        '4 api_token.revoked',
      ])
      expect(await fixture().stores.events.head(partnerId)).toBe(4)
    })

    it('list continues after a position, and filters types', async () => {
      const partnerId = await addPartner()
      const other = await addPartner()
      for (let made = 0; made < 3; made++) await create(partnerId, 'immediate')
      const [first, ...rest] = await list(partnerId)
      expect(await list(partnerId, { afterPosition: first!.position })).toEqual(rest)
      expect(await list(partnerId, { afterPosition: 1, limit: 2 })).toEqual(rest.slice(0, 2))
      const types = ['account.created'] as const
      expect((await list(partnerId, { types })).map(({ position }) => position)).toEqual([1, 3, 5])
      expect(await list(partnerId, { afterPosition: 6 })).toEqual([])
      const { events } = fixture().stores
      expect(await events.positionOf(partnerId, rest[0]!.id)).toBe(2)
      expect(await events.positionOf(partnerId, newId())).toBeUndefined()
      expect(await events.positionOf(other, rest[0]!.id)).toBeUndefined()
      expect([await list(other), await events.head(other), await events.head(newId())]).toEqual([[], 0, 0])
    })

    it('events expire after 30 days', async () => {
      const partnerId = await addPartner()
      for (let made = 0; made < 3; made++) await create(partnerId)
      const [first, second, third] = await list(partnerId)
      const expiredId = await fixture().setAge(partnerId, first!.id, LIMITS.eventDays + 1)
      await fixture().setAge(partnerId, second!.id, LIMITS.eventDays - 1)
      const remaining = await list(partnerId)
      expect(remaining.map(({ position }) => position)).toEqual([2, 3])
      expect(remaining[1]).toEqual(third)
      expect(await list(partnerId, { afterPosition: 0 })).toEqual(remaining)
      const { events } = fixture().stores
      expect(await events.positionOf(partnerId, remaining[0]!.id)).toBe(2)
      expect(await events.positionOf(partnerId, expiredId)).toBeUndefined()
    })

    it('list continues after an expired event as long as the next event has not expired', async () => {
      const partnerId = await addPartner()
      const { events } = fixture().stores
      expect([await events.latestId(partnerId), await list(partnerId, { afterId: FEED_BEGINNING })]).toEqual([
        FEED_BEGINNING,
        [],
      ])
      for (let made = 0; made < 3; made++) await create(partnerId)
      const [first, second, third] = await list(partnerId)
      expect(await list(partnerId, { afterId: FEED_BEGINNING })).toHaveLength(3)
      const expire = ({ id }: PartnerEvent) => fixture().setAge(partnerId, id, LIMITS.eventDays + 1)
      const firstId = await expire(first!)
      const secondId = await expire(second!)
      expect(await list(partnerId, { afterId: secondId })).toEqual([third])
      for (const afterId of [FEED_BEGINNING, firstId])
        await expect(list(partnerId, { afterId })).rejects.toMatchObject({ kind: 'events-expired' })
      const thirdId = await expire(third!)
      expect(await list(partnerId, { afterId: thirdId })).toEqual([])
      expect(await list(partnerId)).toEqual([])
      expect(await events.latestId(partnerId)).toBe(thirdId)
      await expect(list(partnerId, { afterId: newId() })).rejects.toMatchObject({ kind: 'event-unknown' })
    })
  })
}

/** Tests the order of concurrent events, on databases with several connections. */
export function eventOrderContract(name: string, open: () => Promise<EventStoreFixture>): void {
  describe(`${name} as an EventStore of concurrent changes`, () => {
    const { fixture, dependencies, addPartner, create, list, correct } = prepare(open)

    it('a reader that continues after the last event misses none of a slow transaction', async () => {
      const partnerId = await addPartner()
      const record = ({ audit }: Stores) =>
        audit.record({ actor, action: 'portal-user.activated', subjectId: newId(), partnerId })
      let commit = () => {}
      let slowTransaction = Promise.resolve()
      // Waits until the slow transaction has recorded its event, which it commits later.
      await new Promise<void>((onRecorded) => {
        slowTransaction = fixture().transact(async (stores) => {
          await record(stores)
          onRecorded()
          await new Promise<void>((resolve) => {
            commit = resolve
          })
        })
      })
      const fastChanges = [fixture().transact(record), create(partnerId)]
      // Twenty reads take long enough for the fast changes to commit if they did not wait for the slow transaction.
      for (let read = 0; read < 20; read++) expect(await list(partnerId)).toEqual([])
      commit()
      await Promise.all([slowTransaction, ...fastChanges])
      expect((await list(partnerId)).map(({ position }) => position)).toEqual([1, 2, 3])
    })

    it('concurrent changes of a partner neither deadlock nor leave gaps', async () => {
      const partnerId = await addPartner()
      const ids = await Promise.all(Array.from({ length: 4 }, () => create(partnerId)))
      const changes = ids.flatMap((id) => {
        const input = { actor, accountId: id }
        return [
          create(partnerId),
          create(partnerId, 'immediate'),
          correct(id, { email: `${newId()}@estrela.example` }),
          activateSubscription(dependencies(), input),
          changeSubscription(dependencies(), { ...input, changes: { employees: 3 } }),
          reissueCredentials(dependencies(), { actor, id }),
        ]
      })
      const seen: number[] = []
      const readNewEvents = async () => {
        for (const { position } of await list(partnerId, { afterPosition: seen.at(-1) })) seen.push(position)
      }
      let isDone = false
      const done = Promise.all(changes).finally(() => {
        isDone = true
      })
      while (!isDone) await readNewEvents()
      await done
      await readNewEvents()
      // The two creations per id store three events, the four other changes five: a correction of both records is two.
      const eventCount = ids.length + ids.length * (3 + 5)
      expect(seen).toEqual(Array.from({ length: eventCount }, (_, index) => index + 1))
    })
  })
}
