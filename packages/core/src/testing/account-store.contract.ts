import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountStore } from '../accounts/account-store.ts'
import { createAccount, type CreateAccountRequest, type Creator } from '../accounts/create-account.ts'
import type { AuditEntry } from '../audit/audit-trail.ts'
import type { Coupon } from '../coupons/coupon.ts'
import type { Employer, TaxDocument } from '../employers/employer.ts'
import { createIdGenerator } from '../ids/id-generator.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import { sampleCreateAccountRequest } from './sample-requests.ts'

/** A store under test, and the means to prepare it. */
export interface AccountStoreFixture {
  accounts: AccountStore
  transact: Transact
  /** Adds a partner, with a coupon if one is given, and returns its id. */
  addPartner(coupon?: Omit<Coupon, 'id'>): Promise<string>
  /** What is written of an account in the audit trail. */
  trailOf(accountId: string): Promise<AuditEntry[]>
  /** What the first subscription of an account records of its coupon. */
  percentOff(accountId: string): Promise<number | null | undefined>
}

const newId = createIdGenerator()
const by = (partnerId: string): Creator => ({ userId: newId(), partnerId })
const DAY_MS = 86_400_000
const sealingKey = randomBytes(32)

/** What every AccountStore keeps to, wherever it keeps accounts: run against each of them, so that none can lie. */
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
        sealingKey,
        subscriptionActivation: 'manual',
      }) as const
    const create = (partnerId: string, changes: Partial<CreateAccountRequest> = {}) =>
      createAccount(dependencies(), { creator: by(partnerId), request: sampleCreateAccountRequest(changes) })
    const createMany = async (partnerId: string, count: number) => {
      const ids: string[] = []
      for (let made = 0; made < count; made++) ids.push((await create(partnerId)).id)
      return ids
    }
    const idsOf = async (partnerId: string, page: number, size: number) =>
      (await fixture.accounts.page(partnerId, page, size)).items.map(({ id }) => id)

    describe('paging', () => {
      it('gives every account once, from the most recent to the oldest, and the total on each page', async () => {
        const partnerId = await fixture.addPartner()
        const ids = await createMany(partnerId, 5)
        const newestFirst = [...ids].reverse()

        expect(await idsOf(partnerId, 1, 2)).toEqual(newestFirst.slice(0, 2))
        expect(await idsOf(partnerId, 2, 2)).toEqual(newestFirst.slice(2, 4))
        expect(await idsOf(partnerId, 3, 2)).toEqual(newestFirst.slice(4))
        expect(await idsOf(partnerId, 1, 5)).toEqual(newestFirst)
        expect((await fixture.accounts.page(partnerId, 3, 2)).total).toBe(5)
      })

      it('has no items past the end, however far', async () => {
        const partnerId = await fixture.addPartner()
        await createMany(partnerId, 1)
        expect(await fixture.accounts.page(partnerId, 2, 1)).toEqual({ items: [], total: 1 })
        expect(await fixture.accounts.page(partnerId, Number.MAX_SAFE_INTEGER, 100)).toEqual({ items: [], total: 1 })
      })

      it('is empty for a partner without accounts and for one that does not exist', async () => {
        expect(await fixture.accounts.page(await fixture.addPartner(), 1, 25)).toEqual({ items: [], total: 0 })
        expect(await fixture.accounts.page(newId(), 1, 25)).toEqual({ items: [], total: 0 })
      })

      it('shows no account of another partner', async () => {
        const [one, other] = [await fixture.addPartner(), await fixture.addPartner()]
        const mine = await create(one)
        await create(other)
        expect(await idsOf(one, 1, 25)).toEqual([mine.id])
      })

      it('stays whole while accounts are created at once', async () => {
        const partnerId = await fixture.addPartner()
        const made = await Promise.all(Array.from({ length: 8 }, () => create(partnerId)))
        const listed = [...(await idsOf(partnerId, 1, 5)), ...(await idsOf(partnerId, 2, 5))]
        expect([...listed].sort()).toEqual(made.map(({ id }) => id).sort())
      })
    })

    describe('finding', () => {
      const withDocument = (document: TaxDocument): Partial<CreateAccountRequest> => {
        const employer: Employer = { ...sampleCreateAccountRequest().employer, document }
        return { employer }
      }

      it('gives what was stored, by id', async () => {
        const partnerId = await fixture.addPartner()
        const before = Date.now()
        const { id } = await create(partnerId)
        const found = await fixture.accounts.find(partnerId, { kind: 'id', value: id })
        expect(found).toMatchObject({
          id,
          name: 'Padaria Estrela Ltda',
          financialEmail: 'financeiro@estrela.example',
          cnpj: '12ABC34501DE35',
          activeEmployees: 0,
          subscriptionEmployees: 12,
          subscriptionFaceIds: 0,
        })
        expect(Math.abs((found?.createdAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
        expect(found?.credentials.secretHash).toHaveLength(32)
      })

      it('gives the same within a transaction', async () => {
        const partnerId = await fixture.addPartner()
        const { id } = await create(partnerId)
        const { found, page } = await fixture.transact(async ({ accounts }) => ({
          found: await accounts.find(partnerId, { kind: 'id', value: id }),
          page: await accounts.page(partnerId, 1, 25),
        }))
        expect(page).toEqual(await fixture.accounts.page(partnerId, 1, 25))
        expect(page).toMatchObject({ items: [{ id }], total: 1 })
        expect(found).toMatchObject({ ...page.items[0], credentials: { secretHash: { length: 32 } } })
      })

      it('gives the most recent account of a document', async () => {
        const partnerId = await fixture.addPartner()
        const document = { kind: 'cpf', value: '52998224725' } as const
        await create(partnerId, withDocument(document))
        const latest = await create(partnerId, withDocument(document))
        await create(partnerId)
        const found = await fixture.accounts.find(partnerId, document)
        expect(found).toMatchObject({ id: latest.id, cnpj: null })
      })

      it('does not take a CPF for a CNPJ, nor find what nobody has', async () => {
        const partnerId = await fixture.addPartner()
        await create(partnerId, withDocument({ kind: 'cpf', value: '52998224725' }))
        expect(await fixture.accounts.find(partnerId, { kind: 'cnpj', value: '52998224725' })).toBeUndefined()
        expect(await fixture.accounts.find(partnerId, { kind: 'id', value: newId() })).toBeUndefined()
      })

      it('finds no account of another partner, by id or by document', async () => {
        const [one, other] = [await fixture.addPartner(), await fixture.addPartner()]
        const document = { kind: 'cnpj', value: '00000000000191' } as const
        const { id } = await create(other, withDocument(document))
        expect(await fixture.accounts.find(one, { kind: 'id', value: id })).toBeUndefined()
        expect(await fixture.accounts.find(one, document)).toBeUndefined()
      })
    })

    describe("the administrator's e-mail", () => {
      const withEmail = (email: string): Partial<CreateAccountRequest> => ({
        administrator: { ...sampleCreateAccountRequest().administrator, email },
      })

      it('is unique over all partners, whatever its case; a refused account leaves nothing', async () => {
        const [one, other] = [await fixture.addPartner(), await fixture.addPartner()]
        await create(one, withEmail('Taken@Estrela.example'))
        await expect(create(other, withEmail('tAKEN@estrela.example'))).rejects.toMatchObject({
          kind: 'administrator-email-taken',
        })
        expect(await fixture.accounts.page(other, 1, 25)).toEqual({ items: [], total: 0 })
      })

      it('has exactly one winner in a race', async () => {
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
      'has one line in the trail of who created it (idempotency key: %s)',
      async (key) => {
        const creator = by(await fixture.addPartner())
        const { userId, partnerId } = creator
        const { id } = await createAccount(dependencies(), {
          creator: creator,
          request: sampleCreateAccountRequest(),
          idempotencyKey: key,
        })
        const actor = { kind: 'portal-user', id: userId }
        expect(await fixture.trailOf(id)).toMatchObject([
          { actor, action: 'account.created', subjectId: id, partnerId, accountId: id },
        ])
      },
    )

    describe("the partner's coupon", () => {
      const coupon = { percentOff: 15, expiresAt: null, maxRedemptions: null, redemptions: 0 }
      const percentsOff = async (partnerId: string, creations: number) => {
        const made = await Promise.all(Array.from({ length: creations }, () => create(partnerId)))
        return Promise.all(made.map(({ id }) => fixture.percentOff(id)))
      }

      it('is recorded on the subscription', async () => {
        const partnerId = await fixture.addPartner({ ...coupon, code: newId() })
        expect(await percentsOff(partnerId, 2)).toEqual([15, 15])
      })

      it('is redeemed no more often than allowed, and then stops no creation', async () => {
        const partnerId = await fixture.addPartner({ ...coupon, code: newId(), maxRedemptions: 3 })
        const recorded = await percentsOff(partnerId, 5)
        expect(recorded.filter((percent) => percent === 15)).toHaveLength(3)
        expect(recorded.filter((percent) => percent === null)).toHaveLength(2)
      })

      it('is not recorded once expired', async () => {
        const expiresAt = new Date(Date.now() - DAY_MS)
        const partnerId = await fixture.addPartner({ ...coupon, code: newId(), expiresAt })
        expect(await percentsOff(partnerId, 1)).toEqual([null])
      })
    })

    describe('creations with an idempotency key', () => {
      const request = () => sampleCreateAccountRequest()
      const createExpired = (partnerId: string, key: string) => {
        const accounts: Pick<AccountStore, 'create'> = {
          create: (account, createdBy, creation) =>
            fixture.accounts.create(
              account,
              createdBy,
              creation && { ...creation, expiresAt: new Date(Date.now() - 1) },
            ),
        }
        const stores = { accounts } as Stores
        return createAccount(
          { ...dependencies(), stores },
          { creator: by(partnerId), request: request(), idempotencyKey: key },
        )
      }

      it('are one account and one answer, its secret included', async () => {
        const partnerId = await fixture.addPartner()
        const same = request()
        const first = await createAccount(dependencies(), {
          creator: by(partnerId),
          request: same,
          idempotencyKey: 'order-1',
        })
        expect(
          await createAccount(dependencies(), { creator: by(partnerId), request: same, idempotencyKey: 'order-1' }),
        ).toEqual(first)
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('are one account and one answer in a transaction, too', async () => {
        const partnerId = await fixture.addPartner()
        const same = request()
        const inTransaction = () =>
          fixture.transact((stores) =>
            createAccount(
              { ...dependencies(), stores },
              { creator: by(partnerId), request: same, idempotencyKey: 'order-1' },
            ),
          )
        const first = await inTransaction()
        expect(await inTransaction()).toEqual(first)
        expect(
          await createAccount(dependencies(), { creator: by(partnerId), request: same, idempotencyKey: 'order-1' }),
        ).toEqual(first)
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('are replayed when an earlier build stored another form of the same request', async () => {
        const partnerId = await fixture.addPartner()
        const same = request()
        const first = await createAccount(dependencies(), {
          creator: by(partnerId),
          request: same,
          idempotencyKey: 'order-1',
        })
        expect(
          await createAccount(dependencies(), {
            creator: by(partnerId),
            request: same,
            idempotencyKey: 'order-1',
            canonicalForms: ['2 {}'],
          }),
        ).toEqual(first)
        const second = await createAccount(dependencies(), {
          creator: by(partnerId),
          request: request(),
          idempotencyKey: 'order-2',
          canonicalForms: ['2 {"a":1}'],
        })
        const later = ['2 {"a":1,"b":2}', '2 {"a":1}']
        expect(
          await createAccount(dependencies(), {
            creator: by(partnerId),
            request: request(),
            idempotencyKey: 'order-2',
            canonicalForms: later,
          }),
        ).toEqual(second)
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(2)
      })

      it('are refused when they ask for something else', async () => {
        const partnerId = await fixture.addPartner()
        await createAccount(dependencies(), { creator: by(partnerId), request: request(), idempotencyKey: 'order-1' })
        await expect(
          createAccount(dependencies(), { creator: by(partnerId), request: request(), idempotencyKey: 'order-1' }),
        ).rejects.toMatchObject({
          kind: 'idempotency-key-reused',
        })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('are told apart by key and by partner', async () => {
        const [one, other] = [await fixture.addPartner(), await fixture.addPartner()]
        await createAccount(dependencies(), { creator: by(one), request: request(), idempotencyKey: 'order-1' })
        await createAccount(dependencies(), { creator: by(one), request: request(), idempotencyKey: 'order-2' })
        await createAccount(dependencies(), { creator: by(other), request: request(), idempotencyKey: 'order-1' })
        expect((await fixture.accounts.page(one, 1, 25)).total).toBe(2)
        expect((await fixture.accounts.page(other, 1, 25)).total).toBe(1)
      })

      it('keep nothing of a creation that was refused', async () => {
        const partnerId = await fixture.addPartner()
        const taken = request()
        await createAccount(dependencies(), { creator: by(partnerId), request: taken })
        await expect(
          createAccount(dependencies(), { creator: by(partnerId), request: taken, idempotencyKey: 'order-1' }),
        ).rejects.toMatchObject({
          kind: 'administrator-email-taken',
        })
        await createAccount(dependencies(), { creator: by(partnerId), request: request(), idempotencyKey: 'order-1' })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(2)
      })

      it('make one account however many come at once: the rest get its answer, or are told to wait', async () => {
        const partnerId = await fixture.addPartner()
        const same = request()
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, () =>
            createAccount(dependencies(), { creator: by(partnerId), request: same, idempotencyKey: 'order-1' }),
          ),
        )
        const answers = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
        const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1)
        for (const reason of refusals) expect(reason).toMatchObject({ kind: 'idempotent-request-in-flight' })
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(1)
      })

      it('are forgotten once expired', async () => {
        const partnerId = await fixture.addPartner()
        await createExpired(partnerId, 'order-1')
        const same = request()
        const second = await createAccount(dependencies(), {
          creator: by(partnerId),
          request: same,
          idempotencyKey: 'order-1',
        })
        expect(
          await createAccount(dependencies(), { creator: by(partnerId), request: same, idempotencyKey: 'order-1' }),
        ).toEqual(second)
        expect((await fixture.accounts.page(partnerId, 1, 25)).total).toBe(2)
      })
    })
  })
}
