import { beforeAll, describe, expect, it } from 'vitest'
import { sampleCreateAccountRequest } from './sample-requests.ts'
import { newSealingKeys } from './stub-dependencies.ts'
import type { SearchCriteria, SearchFilters } from '../src/accounts/account-search.ts'
import { createAccount } from '../src/accounts/create-account.ts'
import type { TaxId } from '../src/accounts/employer.ts'
import type { SubscriptionActivation } from '../src/accounts/subscription.ts'
import type { Stores, Transact } from '../src/dependencies.ts'
import { issueActivationToken } from '../src/identity/activation-link.ts'
import { normalizeEmail } from '../src/identity/email.ts'
import { createIdGenerator } from '../src/secrets/id-generator.ts'

/** The stores under test. */
export interface AccountSearchFixture {
  stores: Stores
  transact: Transact
  addPartner(): Promise<string>
}

const newId = createIdGenerator()
const sealingKeys = newSealingKeys()
const ALL: SearchCriteria = { order: 'newest', page: 1, pageSize: 25 }

interface Customer {
  legalName: string
  tradeName: string
  taxId: TaxId
  email: string
  fullName: string
  mobilePhone: string
}

const MARIA = { fullName: 'Maria da Silva', mobilePhone: '11912340000' }
const PADARIA_TAX_ID: TaxId = { kind: 'cnpj', value: '12ABC34501DE35' }

/** The customers of a partner, in the order of their creation. */
const CUSTOMERS: readonly Customer[] = [
  {
    legalName: 'Padaria São João Ltda',
    tradeName: 'Pão Quente',
    taxId: PADARIA_TAX_ID,
    email: 'maria.silva@padaria.example',
    ...MARIA,
  },
  {
    legalName: 'Oficina do Zé',
    tradeName: 'Zé Motos',
    taxId: { kind: 'cpf', value: '52998224725' },
    email: 'ze@oficina.example',
    fullName: 'José Alves',
    mobilePhone: '21987654321',
  },
  {
    legalName: 'Mercado Avenida SA',
    tradeName: 'Avenida',
    taxId: { kind: 'cnpj', value: '11222333000181' },
    email: 'Compras@Avenida.example',
    fullName: 'Rita Lima',
    mobilePhone: '1133334444',
  },
  {
    legalName: 'Padaria Avenida Ltda',
    tradeName: 'Padoca',
    taxId: { kind: 'cnpj', value: '45997418000153' },
    email: 'joao@padoca.example',
    fullName: 'João Prado',
    mobilePhone: '11912345678',
  },
]

/** Tests the contract of the searches of `AccountStore`. Every implementation has to pass. */
export function accountSearchContract(name: string, open: () => Promise<AccountSearchFixture>): void {
  describe(`${name}: searches`, () => {
    let fixture: AccountSearchFixture
    /** The partner with `CUSTOMERS`. */
    let partnerId: string
    /** The account ids of `CUSTOMERS`, in the same order. */
    let ids: string[]

    const create = async (
      partner: string,
      { legalName, tradeName, taxId, email, fullName, mobilePhone }: Customer,
      subscriptionActivation: SubscriptionActivation = 'manual',
    ) => {
      const { employer, administrator, address } = sampleCreateAccountRequest()
      const request = sampleCreateAccountRequest({
        employer: { ...employer, name: legalName, tradeName, taxId },
        administrator: { ...administrator, email, fullName, mobilePhone },
        address: { ...address, streetName: 'Rua das Flores' },
      })
      const dependencies = { stores: fixture.stores, newId, sealingKeys, subscriptionActivation }
      return (await createAccount(dependencies, { creator: { userId: newId(), partnerId: partner }, request })).id
    }
    const search = (criteria: Partial<SearchCriteria>, partner = partnerId) =>
      fixture.stores.accounts.search(partner, { ...ALL, ...criteria })
    /** Returns the positions in `CUSTOMERS` of accounts. */
    const positionsOf = (items: { id: string }[]) => items.map(({ id }) => ids.indexOf(id))
    const findPositions = async (criteria: Partial<SearchCriteria>) => positionsOf((await search(criteria)).items)
    const activateSubscription = async (accountId: string) => {
      const subscription = await fixture.stores.subscriptions.find(accountId)
      await fixture.stores.subscriptions.activate(subscription!.id)
    }

    beforeAll(async () => {
      fixture = await open()
      partnerId = await fixture.addPartner()
      ids = []
      for (const customer of CUSTOMERS) ids.push(await create(partnerId, customer))
      await activateSubscription(ids[0]!)
      await activateSubscription(ids[1]!)
      const canceled = await fixture.stores.subscriptions.find(ids[2]!)
      await fixture.stores.subscriptions.cancel(canceled!.id)
      const { stored } = issueActivationToken('administrator', partnerId)
      await fixture.stores.administrators.invite(ids[0]!, stored)
      await fixture.stores.administrators.activate({ partnerId, tokenHash: stored.tokenHash }, 'hash')
    })

    it.each([
      ['sao joao', [0]],
      ['SÃO JOÃO', [0]],
      ['pad', [3, 0]],
      ['joão pad', [3, 0]],
      ['ltda avenida', [3]],
      ['avenida', [3, 2]],
      ['pao', [0]],
      // The words of an e-mail must be consecutive and complete, except for the last.
      ['maria.silva@padaria.example', [0]],
      ['ze@oficina', [1]],
      ['prado joao@padoca.example', [3]],
      ['joao@padaria.example', []],
      ['compra@avenida.example', []],
      ['maria.silva@padaria.exampel', []],
      ['529.982.247-25', [1]],
      ['11222333', [2]],
      ['11.222.333/0001-81', [2]],
      ['12.abc.345/01de-35', [0]],
      ['12.ABC.345/', [0]],
      ['222333', [2]],
      ['rita', [2]],
      ['flores rita', [2]],
      ['financeiro@estrela.example joao@padoca.example', [3]],
      ['(21) 98765-4321', [1]],
      ['+55 21 98765-4321', [1]],
      ['98765.4321', [1]],
      ['wxyz', []],
      ['112223339', []],
      ["100%_\\'", []],
      ['!!!', []],
      ['  ', [3, 2, 1, 0]],
    ])('search for %j finds the accounts %j, the most recent first', async (query, expected) => {
      expect(await search({ query })).toMatchObject({ isTotalExact: true, isSimilar: false, total: expected.length })
      expect(await findPositions({ query })).toEqual(expected)
    })

    it.each([
      ['padraia', [3, 0]],
      ['oficna', [1]],
      ['mercaddo avenida', [2]],
      // A word that resembles none is omitted.
      ['padria cartorio', [3, 0]],
      ['pdoca 11912345678', [3]],
      // Short words and codes are not corrected, and are omitted if they match nothing.
      ['padria sao', [0]],
      ['padria 12abc', [0]],
      ['padria xyz', [3, 0]],
      // No word resembles a stored one.
      ['cartorio sao', []],
      ['cartorio', []],
      // The words are not misspelt, but no account has both.
      ['oficina avenida', []],
    ])('search for %j, which no account matches, finds the similar accounts %j', async (query, expected) => {
      const similar = { isTotalExact: true, isSimilar: expected.length > 0, total: expected.length }
      expect(await search({ query })).toMatchObject(similar)
      expect(await findPositions({ query })).toEqual(expected)
    })

    it('search returns the account with its status', async () => {
      const { items } = await search({ query: 'sao joao' })
      expect(items).toEqual([
        {
          id: ids[0],
          partnerId,
          createdAt: expect.any(Date) as Date,
          name: 'Padaria São João Ltda',
          tradeName: 'Pão Quente',
          cnpj: '12ABC34501DE35',
          cpf: null,
          financialEmail: 'financeiro@estrela.example',
          activeEmployees: 0,
          subscriptionEmployees: 12,
          subscriptionFaceIds: 0,
          administrator: {
            fullName: 'Maria da Silva',
            email: 'maria.silva@padaria.example',
            mobilePhone: '11912340000',
            isActivated: true,
          },
          subscriptionStatus: 'active',
          apiTokenStatus: 'active',
        },
      ])
    })

    it.each<[SearchFilters, number[]]>([
      [{ subscriptionStatuses: ['pending'] }, [3]],
      [{ subscriptionStatuses: ['active', 'canceled'] }, [2, 1, 0]],
      [{ isAdministratorActivated: true }, [0]],
      [{ isAdministratorActivated: false }, [3, 2, 1]],
      [{ subscriptionStatuses: ['active'], isAdministratorActivated: false }, [1]],
      [{ subscriptionStatuses: ['active'], query: 'padaria' }, [0]],
      [{ createdFrom: new Date(0), createdBefore: new Date(Date.now() + 86_400_000) }, [3, 2, 1, 0]],
      [{ createdBefore: new Date(0) }, []],
      [{ createdFrom: new Date(Date.now() + 86_400_000) }, []],
    ])('search with the filters %j finds the accounts %j', async (filters, expected) => {
      expect(await findPositions(filters)).toEqual(expected)
      expect(await search(filters)).toMatchObject({ total: expected.length })
    })

    it.each([
      ['newest', [3, 2, 1, 0]],
      ['oldest', [0, 1, 2, 3]],
      ['name', [2, 1, 3, 0]],
    ] as const)(
      'search in the order %s returns %j, with and without filters, page by page',
      async (order, expected) => {
        const filters = { subscriptionStatuses: ['pending', 'active', 'canceled'] } as const
        for (const criteria of [{ order }, { order, ...filters }]) {
          expect(await findPositions(criteria)).toEqual(expected)
          expect(await findPositions({ ...criteria, page: 1, pageSize: 3 })).toEqual(expected.slice(0, 3))
          expect(await findPositions({ ...criteria, page: 2, pageSize: 3 })).toEqual(expected.slice(3))
          expect(await search({ ...criteria, page: 9, pageSize: 3 })).toMatchObject({ items: [], total: 4 })
        }
      },
    )

    it('search filters by creation time: createdFrom is inclusive, createdBefore exclusive', async () => {
      const { items } = await search({ order: 'oldest' })
      const [, second, third] = items.map(({ createdAt }) => createdAt)
      const expected = items.filter(({ createdAt }) => createdAt >= second! && createdAt < third!)
      expect((await search({ createdFrom: second, createdBefore: third, order: 'oldest' })).items).toEqual(expected)
    })

    it('search returns the same results within a transaction', async () => {
      for (const query of ['', 'padaria', 'padraia']) {
        const page = await fixture.transact(({ accounts }) => accounts.search(partnerId, { ...ALL, query }))
        expect(page).toEqual(await search({ query }))
      }
    })

    it('no search, export or lookup returns an account of another partner', async () => {
      const other = await fixture.addPartner()
      const { accounts } = fixture.stores
      expect(await search({ query: 'padaria' }, other)).toMatchObject({ items: [], total: 0 })
      expect(await search({ query: 'padraia' }, other)).toMatchObject({ items: [], total: 0 })
      expect(await search({}, other)).toMatchObject({ items: [], total: 0 })
      expect(await search({ order: 'name', isAdministratorActivated: false }, other)).toMatchObject({ items: [] })
      expect(await accounts.export(other, {}, undefined)).toEqual({ items: [], next: undefined })
      const candidates = {
        cnpjs: ['11222333000181'],
        cpfs: ['52998224725'],
        emails: normalizeEmails('ze@oficina.example'),
      }
      expect(await accounts.findExisting(other, candidates)).toEqual([])
    })

    it('search without a partner finds the words in accounts of all partners, and nothing without a word', async () => {
      const word = `only${newId()}`
      const firstPartner = await fixture.addPartner()
      const secondPartner = await fixture.addPartner()
      const customer = { ...MARIA, taxId: PADARIA_TAX_ID }
      const zebra = { ...customer, legalName: `${word} Zebra`, tradeName: 'A', email: `${word}@zebra.example` }
      const abelha = { ...customer, legalName: `${word} Abelha`, tradeName: 'B', email: `${word}@abelha.example` }
      const zebraId = await create(firstPartner, zebra)
      const abelhaId = await create(secondPartner, abelha, 'immediate')
      const all = await fixture.stores.accounts.search(undefined, { ...ALL, query: word, order: 'name' })
      expect(all.items.map((account) => [account.id, account.partnerId, account.subscriptionStatus])).toEqual([
        [abelhaId, secondPartner, 'active'],
        [zebraId, firstPartner, 'pending'],
      ])
      expect(await fixture.stores.accounts.search(undefined, ALL)).toMatchObject({ items: [], total: 0 })
    })

    it('export returns every matching account once, newest first, and then ends', async () => {
      const { items, next } = await fixture.stores.accounts.export(partnerId, {}, undefined)
      expect([positionsOf(items), next]).toEqual([[3, 2, 1, 0], undefined])
      const [, second] = items
      const rows = await fixture.stores.accounts.search(partnerId, ALL)
      expect(items).toEqual(rows.items)
      // The second newest of four accounts is the partner's third.
      const after = { createdAt: second!.createdAt, number: 3 }
      const rest = await fixture.stores.accounts.export(partnerId, {}, after)
      expect([positionsOf(rest.items), rest.next]).toEqual([[1, 0], undefined])
      const padarias = await fixture.stores.accounts.export(partnerId, { query: 'padaria' }, undefined)
      expect(positionsOf(padarias.items)).toEqual([3, 0])
      expect((await fixture.stores.accounts.export(partnerId, { query: '!!!' }, undefined)).items).toEqual([])
    })

    it('findExisting returns each account with a given tax ID or e-mail once, whatever the case of its e-mail', async () => {
      const candidates = {
        cnpjs: ['11222333000181', '00000000000191'],
        cpfs: ['52998224725'],
        emails: normalizeEmails('compras@avenida.example', 'joao@padoca.example', 'unknown@padoca.example'),
      }
      const existing = await fixture.stores.accounts.findExisting(partnerId, candidates)
      expect(existing.map(({ id, administratorEmail }) => [ids.indexOf(id), administratorEmail])).toEqual([
        [3, 'joao@padoca.example'],
        [2, 'Compras@Avenida.example'],
        [1, 'ze@oficina.example'],
      ])
    })
  })
}

const normalizeEmails = (...addresses: string[]) => addresses.map((address) => normalizeEmail(address)!)
