import { beforeAll, describe, expect, it } from 'vitest'
import { sampleCreateAccountRequest } from './sample-requests.ts'
import { newSealingKeys } from './stub-dependencies.ts'
import type { AccountStore } from '../src/accounts/account-store.ts'
import { createAccount, type CreateAccountInput, type CreateAccountRequest } from '../src/accounts/create-account.ts'
import type { Employer, TaxId } from '../src/accounts/employer.ts'
import type { SubscriptionStatus } from '../src/accounts/subscription.ts'
import type { RecordedAuditEntry } from '../src/audit/audit-entry.ts'
import type { Stores, Transact } from '../src/dependencies.ts'
import type { MailSummary } from '../src/mails/mail.ts'
import type { Coupon } from '../src/partners/coupon.ts'
import { createIdGenerator } from '../src/secrets/id-generator.ts'

/** What the activation of an account changes. */
export interface AccountActivation {
  status: SubscriptionStatus
  /** Whether the time of the activation is stored. */
  isDated: boolean
  linkDays: number | null
  mails: Pick<MailSummary, 'recipient' | 'kind'>[]
}

/** The store under test, and methods to prepare and inspect its data. */
export interface AccountStoreFixture {
  accounts: AccountStore
  transact: Transact
  /** Adds a partner, with a coupon if one is given, and returns its id. */
  addPartner(coupon?: Omit<Coupon, 'id'>): Promise<string>
  /** Returns the account's entries of the audit trail. */
  trailOf(accountId: string): Promise<RecordedAuditEntry[]>
  /** Returns the state of the account's subscription, the days that its administrator's link is valid, and its mails. */
  activationOf(accountId: string): Promise<AccountActivation>
  /** Returns the number of mails to a recipient. */
  mailsTo(recipient: string): Promise<number>
  /** Returns the discount of the account's first subscription. */
  percentOff(accountId: string): Promise<number | null | undefined>
}

const newId = createIdGenerator()
const creatorOf = (partnerId: string): CreateAccountInput['creator'] => ({ userId: newId(), partnerId })
const DAY_MS = 86_400_000
const sealingKeys = newSealingKeys()

/** Tests the contract of `AccountStore`. Every implementation has to pass. */
export function accountStoreContract(name: string, open: () => Promise<AccountStoreFixture>): void {
  describe(`${name} as an AccountStore`, () => {
    let fixture: AccountStoreFixture
    beforeAll(async () => {
      fixture = await open()
    })

    const dependencies = () =>
      ({
        stores: { accounts: fixture.accounts } as Stores,
        transact: fixture.transact,
        newId,
        sealingKeys,
        subscriptionActivation: 'manual',
      }) as const
    const create = (partnerId: string, changes: Partial<CreateAccountRequest> = {}) =>
      createAccount(dependencies(), { creator: creatorOf(partnerId), request: sampleCreateAccountRequest(changes) })
    const createMany = async (partnerId: string, count: number) => {
      const ids: string[] = []
      for (let made = 0; made < count; made++) ids.push((await create(partnerId)).id)
      return ids
    }
    const idsOf = async (partnerId: string, page: number, size: number) =>
      (await fixture.accounts.page(partnerId, page, size)).items.map(({ id }) => id)

    describe('page', () => {
      it('returns every account once, newest first, with the total on each page', async () => {
        const partnerId = await fixture.addPartner()
        const ids = await createMany(partnerId, 5)
        const newestFirst = [...ids].reverse()

        expect(await idsOf(partnerId, 1, 2)).toEqual(newestFirst.slice(0, 2))
        expect(await idsOf(partnerId, 2, 2)).toEqual(newestFirst.slice(2, 4))
        expect(await idsOf(partnerId, 3, 2)).toEqual(newestFirst.slice(4))
        expect(await idsOf(partnerId, 1, 5)).toEqual(newestFirst)
        expect((await fixture.accounts.page(partnerId, 3, 2)).total).toBe(5)
      })

      it('returns no items for any page past the end', async () => {
        const partnerId = await fixture.addPartner()
        await createMany(partnerId, 1)
        expect(await fixture.accounts.page(partnerId, 2, 1)).toEqual({ items: [], total: 1 })
        expect(await fixture.accounts.page(partnerId, Number.MAX_SAFE_INTEGER, 100)).toEqual({ items: [], total: 1 })
      })

      it('returns an empty page for a partner without accounts and for an unknown partner', async () => {
        expect(await fixture.accounts.page(await fixture.addPartner(), 1, 25)).toEqual({ items: [], total: 0 })
        expect(await fixture.accounts.page(newId(), 1, 25)).toEqual({ items: [], total: 0 })
      })

      it('returns no account of another partner', async () => {
        const one = await fixture.addPartner()
        const other = await fixture.addPartner()
        const mine = await create(one)
        await create(other)
        expect(await idsOf(one, 1, 25)).toEqual([mine.id])
      })

      it('returns every account after concurrent creations', async () => {
        const partnerId = await fixture.addPartner()
        const made = await Promise.all(Array.from({ length: 8 }, () => create(partnerId)))
        const listed = [...(await idsOf(partnerId, 1, 5)), ...(await idsOf(partnerId, 2, 5))]
        expect([...listed].sort()).toEqual(made.map(({ id }) => id).sort())
      })
    })

    describe('find', () => {
      const withTaxId = (taxId: TaxId): Partial<CreateAccountRequest> => {
        const employer: Employer = { ...sampleCreateAccountRequest().employer, taxId }
        return { employer }
      }

      it('returns the stored account by its id', async () => {
        const partnerId = await fixture.addPartner()
        const before = Date.now()
        const { id } = await create(partnerId)
        const found = await fixture.accounts.find(partnerId, { kind: 'id', value: id })
        expect(found?.account).toMatchObject({
          id,
          name: 'Padaria Estrela Ltda',
          financialEmail: 'financeiro@estrela.example',
          cnpj: '12ABC34501DE35',
          activeEmployees: 0,
          subscriptionEmployees: 12,
          subscriptionFaceIds: 0,
        })
        expect(Math.abs((found?.account.createdAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
        expect(found?.credentials.secretHash).toHaveLength(32)
      })

      it('returns the same results within a transaction', async () => {
        const partnerId = await fixture.addPartner()
        const { id } = await create(partnerId)
        const { found, page } = await fixture.transact(async ({ accounts }) => ({
          found: await accounts.find(partnerId, { kind: 'id', value: id }),
          page: await accounts.page(partnerId, 1, 25),
        }))
        expect(page).toEqual(await fixture.accounts.page(partnerId, 1, 25))
        expect(page).toMatchObject({ items: [{ id }], total: 1 })
        expect(found).toMatchObject({ account: page.items[0], credentials: { secretHash: { length: 32 } } })
      })

      it('returns the most recent account with a tax ID', async () => {
        const partnerId = await fixture.addPartner()
        const taxId = { kind: 'cpf', value: '52998224725' } as const
        await create(partnerId, withTaxId(taxId))
        const latest = await create(partnerId, withTaxId(taxId))
        await create(partnerId)
        const found = await fixture.accounts.find(partnerId, taxId)
        expect(found?.account).toMatchObject({ id: latest.id, cnpj: null })
      })

      it('returns undefined for an unknown id, and for a CPF given as a CNPJ', async () => {
        const partnerId = await fixture.addPartner()
        await create(partnerId, withTaxId({ kind: 'cpf', value: '52998224725' }))
        expect(await fixture.accounts.find(partnerId, { kind: 'cnpj', value: '52998224725' })).toBeUndefined()
        expect(await fixture.accounts.find(partnerId, { kind: 'id', value: newId() })).toBeUndefined()
      })

      it('returns no account of another partner, by id or by tax ID', async () => {
        const one = await fixture.addPartner()
        const other = await fixture.addPartner()
        const taxId = { kind: 'cnpj', value: '00000000000191' } as const
        const { id } = await create(other, withTaxId(taxId))
        expect(await fixture.accounts.find(one, { kind: 'id', value: id })).toBeUndefined()
        expect(await fixture.accounts.find(one, taxId)).toBeUndefined()
      })
    })

    describe("create, with the administrator's e-mail", () => {
      const withEmail = (email: string): Partial<CreateAccountRequest> => ({
        administrator: { ...sampleCreateAccountRequest().administrator, email },
      })

      it('rejects an e-mail that any partner has registered, in any case, and stores nothing', async () => {
        const one = await fixture.addPartner()
        const other = await fixture.addPartner()
        await create(one, withEmail('Taken@Estrela.example'))
        await expect(create(other, withEmail('tAKEN@estrela.example'))).rejects.toMatchObject({
          kind: 'administrator-email-taken',
        })
        expect(await fixture.accounts.page(other, 1, 25)).toEqual({ items: [], total: 0 })
      })

      it('stores exactly one of several concurrent accounts with the same e-mail', async () => {
        const partnerId = await fixture.addPartner()
        const race = Array.from({ length: 12 }, () => create(partnerId, withEmail('race@estrela.example')))
        const outcomes = await Promise.allSettled(race)
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(lost).toHaveLength(11)
        for (const { reason } of lost) expect(reason).toMatchObject({ kind: 'administrator-email-taken' })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })
    })

    it.each([undefined, 'order-1'])(
      'create records the portal user once in the audit trail (idempotency key: %s)',
      async (key) => {
        const creator = creatorOf(await fixture.addPartner())
        const { userId, partnerId } = creator
        const { id } = await createAccount(dependencies(), {
          creator,
          request: sampleCreateAccountRequest(),
          idempotencyKey: key,
        })
        const actor = { kind: 'portal-user', id: userId }
        expect(await fixture.trailOf(id)).toMatchObject([
          { actor, action: 'account.created', subjectId: id, partnerId, accountId: id },
        ])
      },
    )

    it.each([undefined, 'order-1'])(
      'create activates the subscription, queues the mails and records both changes atomically (idempotency key: %s)',
      async (idempotencyKey) => {
        const partnerId = await fixture.addPartner()
        const immediate = { ...dependencies(), subscriptionActivation: 'immediate' } as const
        const input = { creator: creatorOf(partnerId), request: sampleCreateAccountRequest(), idempotencyKey }
        const { id } = await createAccount(immediate, input)
        const recipient = input.request.administrator.email
        expect(await fixture.activationOf(id)).toEqual({
          status: 'active',
          isDated: true,
          linkDays: 7,
          mails: [
            { recipient, kind: 'administrator-activation' },
            { recipient, kind: 'administrator-welcome' },
          ],
        })
        expect((await fixture.trailOf(id)).map(({ action }) => action)).toEqual([
          'subscription.activated',
          'account.created',
        ])

        if (idempotencyKey !== undefined) await createAccount(immediate, input)
        const other = { ...input, idempotencyKey: newId() }
        await expect(createAccount(immediate, other)).rejects.toMatchObject({ kind: 'administrator-email-taken' })
        expect(await fixture.mailsTo(recipient)).toBe(2)
      },
    )

    it('create leaves the subscription pending and queues no mail when activation is manual', async () => {
      const { id } = await create(await fixture.addPartner())
      const expected = { status: 'pending', isDated: false, linkDays: null, mails: [] }
      expect(await fixture.activationOf(id)).toEqual(expected)
    })

    describe("create, with the partner's coupon", () => {
      const coupon = { percentOff: 15, expiresAt: null, maxRedemptions: null, redemptions: 0 }
      const percentsOff = async (partnerId: string, creations: number) => {
        const made = await Promise.all(Array.from({ length: creations }, () => create(partnerId)))
        return Promise.all(made.map(({ id }) => fixture.percentOff(id)))
      }

      it('records the discount on the subscription', async () => {
        const partnerId = await fixture.addPartner({ ...coupon, code: newId() })
        expect(await percentsOff(partnerId, 2)).toEqual([15, 15])
      })

      it('redeems the coupon up to its limit, and then creates accounts without it', async () => {
        const partnerId = await fixture.addPartner({ ...coupon, code: newId(), maxRedemptions: 3 })
        const recorded = await percentsOff(partnerId, 5)
        expect(recorded.filter((percent) => percent === 15)).toHaveLength(3)
        expect(recorded.filter((percent) => percent === null)).toHaveLength(2)
      })

      it('records no discount for an expired coupon', async () => {
        const expiresAt = new Date(Date.now() - DAY_MS)
        const partnerId = await fixture.addPartner({ ...coupon, code: newId(), expiresAt })
        expect(await percentsOff(partnerId, 1)).toEqual([null])
      })
    })

    describe('create, with an idempotency key', () => {
      const newRequest = () => sampleCreateAccountRequest()
      const createWithKey = (partnerId: string, idempotencyKey: string, request: CreateAccountRequest) =>
        createAccount(dependencies(), { creator: creatorOf(partnerId), request, idempotencyKey })
      /** Creates an account whose idempotency record has already expired. */
      const createExpired = (partnerId: string, idempotencyKey: string) => {
        const accounts: Pick<AccountStore, 'create'> = {
          create: (account, creatorId, creation) =>
            fixture.accounts.create(account, creatorId, creation && { ...creation, ttlSeconds: -1 }),
        }
        const stores = { accounts } as Stores
        return createAccount(
          { ...dependencies(), stores },
          { creator: creatorOf(partnerId), request: newRequest(), idempotencyKey },
        )
      }

      it('creates one account for two equal requests and replays the response, including its secret', async () => {
        const partnerId = await fixture.addPartner()
        const same = newRequest()
        const first = await createWithKey(partnerId, 'order-1', same)
        expect(await createWithKey(partnerId, 'order-1', same)).toEqual({ ...first, isReplay: true })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('creates one account for two equal requests in transactions', async () => {
        const partnerId = await fixture.addPartner()
        const same = newRequest()
        const inTransaction = () =>
          fixture.transact((stores) =>
            createAccount(
              { ...dependencies(), stores },
              { creator: creatorOf(partnerId), request: same, idempotencyKey: 'order-1' },
            ),
          )
        const first = await inTransaction()
        expect(await inTransaction()).toEqual({ ...first, isReplay: true })
        expect(await createWithKey(partnerId, 'order-1', same)).toEqual({ ...first, isReplay: true })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('rejects a key that was used for a different request', async () => {
        const partnerId = await fixture.addPartner()
        await createWithKey(partnerId, 'order-1', newRequest())
        await expect(createWithKey(partnerId, 'order-1', newRequest())).rejects.toMatchObject({
          kind: 'idempotency-key-reused',
        })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('creates an account for each key of each partner', async () => {
        const one = await fixture.addPartner()
        const other = await fixture.addPartner()
        await createWithKey(one, 'order-1', newRequest())
        await createWithKey(one, 'order-2', newRequest())
        await createWithKey(other, 'order-1', newRequest())
        expect((await fixture.accounts.page(one, 1, 25)).total).toBe(2)
        expect((await fixture.accounts.page(other, 1, 25)).total).toBe(1)
      })

      it('stores no record of a rejected creation', async () => {
        const partnerId = await fixture.addPartner()
        const taken = newRequest()
        await createAccount(dependencies(), { creator: creatorOf(partnerId), request: taken })
        await expect(createWithKey(partnerId, 'order-1', taken)).rejects.toMatchObject({
          kind: 'administrator-email-taken',
        })
        await createWithKey(partnerId, 'order-1', newRequest())
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(2)
      })

      it('creates one account for concurrent requests; the others receive its response or idempotent-request-in-flight', async () => {
        const partnerId = await fixture.addPartner()
        const same = newRequest()
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, () => createWithKey(partnerId, 'order-1', same)),
        )
        const responses = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
        const rejections = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(new Set(responses.map(({ secret }) => secret)).size).toBe(1)
        for (const reason of rejections) expect(reason).toMatchObject({ kind: 'idempotent-request-in-flight' })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('creates another account once the record has expired', async () => {
        const partnerId = await fixture.addPartner()
        await createExpired(partnerId, 'order-1')
        const same = newRequest()
        const second = await createWithKey(partnerId, 'order-1', same)
        expect(await createWithKey(partnerId, 'order-1', same)).toEqual({ ...second, isReplay: true })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(2)
      })
    })
  })
}
