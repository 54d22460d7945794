import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { normalizeEmail } from '../email.ts'
import { createIdGenerator } from '../ids/id-generator.ts'
import type { PartnerStore } from '../partners/partner-store.ts'
import type { NewPortalUser, PortalUserStore } from '../portal-users/portal-user-store.ts'
import type { Transact } from '../unit-of-work.ts'

/** Stores under test, empty at first. */
export interface PartnerStoresFixture {
  partners: PartnerStore
  portalUsers: PortalUserStore
  transact: Transact
}

const newId = createIdGenerator()
const AT_ONCE = 8

/** What the stores of partners and their portal users keep to. */
export function partnerStoresContract(name: string, open: () => Promise<PartnerStoresFixture>): void {
  describe(`${name} as PartnerStore and PortalUserStore`, () => {
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
      ...{ id: newId(), partnerId, email: `${newId()}@revenda.example`, name: 'Ana', status: 'invited' },
      ...{ permissions: ['accounts:read'], passwordHash: null, activation: null },
      ...changes,
    })
    const atOnce = <T>(work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)))

    it('list partners in the order in which they came, and know when there is none', async () => {
      expect(await fixture.partners.isEmpty()).toBe(true)
      const ids = [await addPartner(), await addPartner()]
      expect(await fixture.partners.isEmpty()).toBe(false)
      expect((await fixture.partners.list()).map(({ id }) => id).slice(-2)).toEqual(ids)
      expect(await fixture.partners.find(ids[0]!)).toEqual({
        ...{ id: ids[0], name: 'Revenda', status: 'active', coupon: null },
      })
    })

    it('let one of several move a partner from a status', async () => {
      const id = await addPartner()
      const moved = await atOnce(() => fixture.partners.change(id, { status: 'suspended' }, 'active'))
      expect(moved.filter((partner) => partner !== undefined)).toHaveLength(1)
      expect(await fixture.partners.change(newId(), { status: 'suspended' })).toBeUndefined()
    })

    it('have an e-mail once, whatever its case, and find its user by it', async () => {
      const partnerId = await addPartner()
      const user = userOf(partnerId, { email: `Ana.${newId()}@Revenda.example` })
      await fixture.portalUsers.add(user)
      const again = userOf(partnerId, { email: user.email.toUpperCase() })
      await expect(fixture.portalUsers.add(again)).rejects.toMatchObject({ kind: 'portal-user-email-taken' })
      const email = normalizeEmail(user.email)!
      expect(await fixture.portalUsers.findByEmail(email)).toMatchObject({ id: user.id, email: user.email })
      expect(await fixture.portalUsers.findCredentials(email)).toMatchObject({ id: user.id })
    })

    it('let one of several use an activation link, and none once it has expired', async () => {
      const partnerId = await addPartner()
      const link = (expiresInMs: number) => ({
        tokenHash: Buffer.from(newId().padEnd(32, 'x').slice(0, 32)),
        expiresAt: new Date(Date.now() + expiresInMs),
      })
      const [good, expired] = [link(60_000), link(-1_000)]
      for (const activation of [good, expired]) await fixture.portalUsers.add(userOf(partnerId, { activation }))
      const state = async ({ tokenHash }: { tokenHash: Uint8Array }) =>
        (await fixture.portalUsers.findLink(tokenHash))?.state
      expect(await Promise.all([good, expired, link(0)].map(state))).toEqual(['usable', 'expired', undefined])
      const use = (tokenHash: Uint8Array) => (index: number) =>
        fixture.transact(({ portalUsers }) => portalUsers.activate(tokenHash, `hash ${index}`))
      const kinds = (await atOnce(use(good.tokenHash))).map((outcome) => outcome?.kind)
      expect(kinds.toSorted()).toEqual(['activated', ...Array<string>(AT_ONCE - 1).fill('used')])
      expect(await state(good)).toBe('used')
      expect(await use(expired.tokenHash)(0)).toEqual({ kind: 'expired' })
      expect(await use(link(0).tokenHash)(0)).toBeUndefined()
    })

    it('end the tokens issued before when a password changes or is taken away, and at no other change', async () => {
      const partnerId = await addPartner()
      const activation = { tokenHash: randomBytes(32), expiresAt: new Date(Date.now() + 60_000) }
      const user = userOf(partnerId, { activation })
      await fixture.portalUsers.add(user)
      const generation = async () => {
        const [credentials, access] = await Promise.all([
          fixture.portalUsers.findCredentials(normalizeEmail(user.email)!),
          fixture.portalUsers.findAccess(user.id),
        ])
        expect(credentials?.tokenGeneration).toBe(access?.tokenGeneration)
        return access!.tokenGeneration
      }
      const invited = await generation()
      await fixture.transact(({ portalUsers }) => portalUsers.activate(activation.tokenHash, 'hash'))
      const activated = await generation()
      expect(activated).toBeGreaterThan(invited)
      await fixture.portalUsers.change(user.id, { name: 'Bia', permissions: ['accounts:create'] })
      expect(await generation()).toBe(activated)
      await fixture.portalUsers.change(user.id, { passwordHash: 'another hash' })
      const changed = await generation()
      expect(changed).toBeGreaterThan(activated)
      await fixture.portalUsers.change(user.id, { status: 'disabled', passwordHash: null, activation: null })
      expect(await generation()).toBeGreaterThan(changed)
    })

    it('tell the rights of a user together with the state of its partner', async () => {
      const partnerId = await addPartner()
      const user = userOf(partnerId, { status: 'active', passwordHash: 'hash' })
      await fixture.portalUsers.add(user)
      const rights = { userId: user.id, partnerId, userStatus: 'active', tokenGeneration: 0 }
      const access = () => fixture.portalUsers.findAccess(user.id)
      expect(await access()).toEqual({ ...rights, partnerStatus: 'active', permissions: ['accounts:read'] })
      await fixture.portalUsers.change(user.id, { permissions: [] })
      await fixture.partners.change(partnerId, { status: 'suspended' })
      expect(await access()).toEqual({ ...rights, partnerStatus: 'suspended', permissions: [] })
      expect(await fixture.portalUsers.findAccess(newId())).toBeUndefined()
    })
  })
}
