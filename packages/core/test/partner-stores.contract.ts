import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Transact } from '../src/dependencies.ts'
import type { LinkKey } from '../src/identity/activation-link.ts'
import { normalizeEmail } from '../src/identity/email.ts'
import type { PortalSessionStore } from '../src/identity/portal-session-store.ts'
import type { NewPortalUser, PortalUserStore } from '../src/identity/portal-user-store.ts'
import type { PartnerStore } from '../src/partners/partner-store.ts'
import { createIdGenerator } from '../src/secrets/id-generator.ts'

/** The stores under test, empty at first. */
export interface PartnerStoresFixture {
  partners: PartnerStore
  portalSessions: PortalSessionStore
  portalUsers: PortalUserStore
  transact: Transact
}

const newId = createIdGenerator()
const CONCURRENCY = 8

/** Tests the contracts of `PartnerStore`, `PortalUserStore` and `PortalSessionStore`. Every implementation has to pass. */
export function partnerStoresContract(name: string, open: () => Promise<PartnerStoresFixture>): void {
  describe(`${name} as PartnerStore, PortalUserStore and PortalSessionStore`, () => {
    let fixture: PartnerStoresFixture
    beforeAll(async () => {
      fixture = await open()
    })

    const addPartner = async () => {
      const id = newId()
      await fixture.partners.add({ id, name: 'Revenda', couponId: null })
      return id
    }
    const userOf = (partnerId: string, changes: Partial<NewPortalUser> = {}): NewPortalUser => ({
      id: newId(),
      partnerId,
      kind: 'person',
      email: `${newId()}@revenda.example`,
      name: 'Ana',
      status: 'invited',
      permissions: ['accounts:read'],
      passwordHash: null,
      activation: null,
      ...changes,
    })
    const runConcurrently = <T>(work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: CONCURRENCY }, (_, index) => work(index)))

    it('isEmpty is true only without partners, and find returns a partner', async () => {
      expect(await fixture.partners.isEmpty()).toBe(true)
      const id = await addPartner()
      expect(await fixture.partners.isEmpty()).toBe(false)
      expect(await fixture.partners.find(id)).toEqual({
        id,
        name: 'Revenda',
        status: 'active',
        mode: 'live',
        testOf: null,
        coupon: null,
        rateLimit: null,
      })
    })

    it('change with a required status succeeds for exactly one of several concurrent calls', async () => {
      const id = await addPartner()
      const moved = await runConcurrently(() => fixture.partners.change(id, { status: 'suspended' }, 'active'))
      expect(moved.filter((partner) => partner !== undefined)).toHaveLength(1)
      expect(await fixture.partners.change(newId(), { status: 'suspended' })).toBeUndefined()
    })

    it('add rejects an e-mail that is taken in any case; findByEmail and findCredentials find its user', async () => {
      const partnerId = await addPartner()
      const user = userOf(partnerId, { email: `Ana.${newId()}@Revenda.example` })
      await fixture.portalUsers.add(user)
      const again = userOf(partnerId, { email: user.email.toUpperCase() })
      await expect(fixture.portalUsers.add(again)).rejects.toMatchObject({ kind: 'portal-user-email-taken' })
      const email = normalizeEmail(user.email)!
      expect(await fixture.portalUsers.findByEmail(email)).toMatchObject({ id: user.id, email: user.email })
      expect(await fixture.portalUsers.findCredentials(email)).toMatchObject({ id: user.id })
    })

    it('activate succeeds for exactly one of several concurrent uses of a link, and never after it expired', async () => {
      const partnerId = await addPartner()
      const link = (validForSeconds: number) => ({
        partnerId,
        tokenHash: randomBytes(32),
        validForSeconds,
      })
      const usable = link(60)
      const expired = link(-1)
      const unknown = link(60)
      for (const activation of [usable, expired]) await fixture.portalUsers.add(userOf(partnerId, { activation }))
      const state = async (key: LinkKey) => (await fixture.portalUsers.findActivationLink(key))?.state
      expect(await Promise.all([usable, expired, unknown].map(state))).toEqual(['usable', 'expired', undefined])
      const activate = (key: LinkKey, passwordHash: string) =>
        fixture.transact(({ portalUsers }) => portalUsers.activate(key, passwordHash))
      const outcomes = await runConcurrently((index) => activate(usable, `hash ${index}`))
      const activated = outcomes.filter((user) => user !== undefined)
      expect(activated).toMatchObject([{ partnerId, status: 'active' }])
      expect(await state(usable)).toBe('used')
      expect(await activate(expired, 'hash')).toBeUndefined()
      expect(await activate(unknown, 'hash')).toBeUndefined()
    })

    it('change increases the token generation when the password changes or is removed, and at no other change', async () => {
      const partnerId = await addPartner()
      const activation = { tokenHash: randomBytes(32), validForSeconds: 60 }
      const user = userOf(partnerId, { activation })
      await fixture.portalUsers.add(user)
      const generation = async () => {
        const [credentials, access] = await Promise.all([
          fixture.portalUsers.findCredentials(normalizeEmail(user.email)!),
          fixture.portalUsers.findAccess(user.id, partnerId),
        ])
        expect(credentials?.tokenGeneration).toBe(access?.tokenGeneration)
        return access!.tokenGeneration
      }
      const invited = await generation()
      await fixture.transact(({ portalUsers }) => portalUsers.activate({ partnerId, ...activation }, 'hash'))
      const activated = await generation()
      expect(activated).toBeGreaterThan(invited)
      await fixture.portalUsers.change(user.id, { name: 'Bia', permissions: ['accounts:create'] })
      expect(await generation()).toBe(activated)
      await fixture.portalUsers.change(user.id, { passwordHash: 'another hash' })
      const changed = await generation()
      expect(changed).toBeGreaterThan(activated)
      const outdated = { tokenGeneration: activated }
      expect(await fixture.portalUsers.change(user.id, { passwordHash: 'hash' }, outdated)).toBeUndefined()
      expect(await generation()).toBe(changed)
      await fixture.portalUsers.change(user.id, { status: 'disabled', passwordHash: null, activation: null })
      expect(await generation()).toBeGreaterThan(changed)
    })

    it('resetPassword succeeds for exactly one of several concurrent uses of a link, and invalidates all tokens', async () => {
      const { portalUsers, transact } = fixture
      const partnerId = await addPartner()
      const user = userOf(partnerId, { status: 'active', passwordHash: 'hash' })
      await portalUsers.add(user)
      const link = (validForSeconds: number) => ({ partnerId, tokenHash: randomBytes(32), validForSeconds })
      const replaced = link(60)
      const usable = link(60)
      const expired = link(-1)
      for (const resetLink of [replaced, usable]) await portalUsers.setResetLink(user.id, resetLink)
      expect(await portalUsers.findResetLink(replaced)).toBeUndefined()
      expect(await portalUsers.findResetLink(usable)).toMatchObject({ email: user.email, name: user.name })
      const reset = (key: LinkKey) => transact((stores) => stores.portalUsers.resetPassword(key, 'another hash'))
      const done = await runConcurrently(() => reset(usable))
      expect(done.filter((outcome) => outcome?.id === user.id)).toHaveLength(1)
      expect(await portalUsers.findCredentials(normalizeEmail(user.email)!)).toMatchObject({
        passwordHash: 'another hash',
        tokenGeneration: 1,
      })
      await portalUsers.setResetLink(user.id, expired)
      expect(await portalUsers.findResetLink(expired)).toBeUndefined()
      expect(await reset(expired)).toBeUndefined()
    })

    it('a password-reset link is revoked when the password changes or the user is disabled', async () => {
      const { portalUsers } = fixture
      const user = userOf(await addPartner(), { status: 'active', passwordHash: 'hash' })
      await portalUsers.add(user)
      for (const changes of [{ passwordHash: 'another' }, { status: 'disabled', passwordHash: null }] as const) {
        const link = { partnerId: user.partnerId, tokenHash: randomBytes(32), validForSeconds: 60 }
        await portalUsers.setResetLink(user.id, link)
        await portalUsers.change(user.id, changes)
        expect(await portalUsers.findResetLink(link)).toBeUndefined()
      }
    })

    it('endSessions increases the token generation; list returns the users with their last sign-in, by id', async () => {
      const { portalUsers } = fixture
      const partnerId = await addPartner()
      const users = [userOf(partnerId), userOf(partnerId), userOf(partnerId)]
      for (const user of users) await portalUsers.add(user)
      await portalUsers.recordSignIn(users[1]!)
      await portalUsers.endSessions(users[1]!.id)
      expect(await portalUsers.findAccess(users[1]!.id, partnerId)).toMatchObject({ tokenGeneration: 1 })
      expect(await portalUsers.endSessions(newId())).toBeUndefined()
      expect(await portalUsers.list(partnerId, { limit: 2 })).toMatchObject([
        { id: users[0]!.id, lastSignedInAt: null },
        { id: users[1]!.id, lastSignedInAt: expect.any(Date) as Date },
      ])
      expect(await portalUsers.list(partnerId, { limit: 2, after: users[1]!.id })).toMatchObject([{ id: users[2]!.id }])
    })

    it('findAccess returns ended sessions until they would have expired, or until all sessions are ended', async () => {
      const { portalUsers, portalSessions } = fixture
      const user = userOf(await addPartner())
      await portalUsers.add(user)
      const { id, partnerId } = user
      const expired = newId()
      const one = newId()
      const other = newId()
      /** Ends a session, and returns the number of ended sessions that have not expired. */
      const end = (sessionId: string, forSeconds: number) =>
        portalSessions.end({ userId: id, partnerId, sessionId }, forSeconds)
      expect(await end(expired, -1)).toBe(1)
      expect(await end(one, 3600)).toBe(1)
      expect(await end(other, 3600)).toBe(2)
      expect([...(await portalUsers.findAccess(id, partnerId))!.endedSessions].sort()).toEqual([one, other].sort())
      await portalUsers.endSessions(id)
      expect(await portalUsers.findAccess(id, partnerId)).toMatchObject({ endedSessions: [], tokenGeneration: 1 })
    })

    it('open sessions of the current token generation are listed, the last used ones first', async () => {
      const { portalUsers, portalSessions } = fixture
      const user = userOf(await addPartner())
      await portalUsers.add(user)
      const { id: userId, partnerId } = user
      const newKey = () => ({ userId, partnerId, sessionId: newId() })
      const first = newKey()
      const second = newKey()
      const ended = newKey()
      const expired = newKey()
      const ofPreviousGeneration = newKey()
      const add = (session: typeof first, validForSeconds = 60, tokenGeneration = 1) =>
        portalSessions.add({ ...session, tokenGeneration, userAgent: `of ${session.sessionId}`, validForSeconds })
      for (const session of [first, second, ended]) await add(session)
      await add(expired, 0)
      await add(ofPreviousGeneration, 60, 0)
      await portalSessions.end(ended, 60)
      await portalSessions.renew(ended, 60)
      await portalSessions.renew(first, 60)
      const listed = await portalSessions.list({ ...first, tokenGeneration: 1 }, 10)
      expect(listed).toEqual(
        [first, second].map(({ sessionId }) => ({
          id: sessionId,
          userAgent: `of ${sessionId}`,
          startedAt: expect.any(Date) as Date,
          lastUsedAt: expect.any(Date) as Date,
        })),
      )
      expect(await portalSessions.list({ ...first, tokenGeneration: 1 }, 1)).toHaveLength(1)
      expect(await portalSessions.list({ ...first, userId: newId(), tokenGeneration: 1 }, 10)).toEqual([])
    })

    it('findAccess returns the permissions of a user and the status of its partner', async () => {
      const partnerId = await addPartner()
      const user = userOf(partnerId, { status: 'active', passwordHash: 'hash' })
      await fixture.portalUsers.add(user)
      const noSecondFactor = { hasSecondFactor: false, requiresSecondFactor: false }
      const known = { userId: user.id, partnerId, userStatus: 'active', ...noSecondFactor }
      const expected = { ...known, partnerMode: 'live', tokenGeneration: 0, endedSessions: [] }
      const access = () => fixture.portalUsers.findAccess(user.id, partnerId)
      expect(await access()).toEqual({ ...expected, partnerStatus: 'active', permissions: ['accounts:read'] })
      await fixture.portalUsers.change(user.id, { permissions: [] })
      await fixture.partners.change(partnerId, { status: 'suspended' })
      expect(await access()).toEqual({ ...expected, partnerStatus: 'suspended', permissions: [] })
      expect(await fixture.portalUsers.findAccess(newId(), partnerId)).toBeUndefined()
      expect(await fixture.portalUsers.findAccess(user.id, await addPartner())).toBeUndefined()
    })
  })
}
