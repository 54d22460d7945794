import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ApiError, type CreateAccountBody, ErrorCode, PartnerAccounts } from '../../src/index.ts'
import { partnerAccountsService } from '../../src/testing/index.ts'

// How a partner's suite runs without the service: nothing here leaves the process.

const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
const server = setupServer(...service.handlers)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  service.reset()
})
afterAll(() => server.close())

/** The partner's code under test. */
class Shop {
  readonly #client: PartnerAccounts
  readonly secrets = new Map<string, string | null>()

  constructor(credentials = service.credentials) {
    const { email, password } = credentials
    this.#client = new PartnerAccounts({ baseUrl: service.baseUrl, email, password })
  }

  async sell(order: string, account: CreateAccountBody): Promise<string> {
    try {
      const { _id, secret } = await this.#client.accounts.create(account, { idempotencyKey: order })
      this.secrets.set(_id, secret)
      return 'sold'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === ErrorCode.EMAIL_TAKEN) return 'ask for another e-mail'
      if (error.code === ErrorCode.FORBIDDEN) return 'ask your manager'
      return Object.keys(error.fields ?? {}).join()
    }
  }

  async customers(): Promise<(string | null)[]> {
    return (await this.#client.accounts.list().toArray()).map(({ name }) => name)
  }
}

const BAKERY: CreateAccountBody = {
  full_name: 'Maria da Silva',
  employees_quantity: 12,
  email: 'maria@estrela.example',
  mobile_phone: '11987654321',
  company_doc: {
    name: 'Padaria Estrela Ltda',
    trade_name: 'Padaria Estrela',
    cnpj: '12ABC34501DE35',
    address: {
      cep: '01310100',
      street_name: 'Avenida Paulista',
      street_number: '1578',
      neighborhood: 'Bela Vista',
      state: 'SP',
      city: 'São Paulo',
    },
  },
}

it('a shop creates an account and stores its secret', async () => {
  const shop = new Shop()
  expect(await shop.sell('order-1', BAKERY)).toBe('sold')
  expect(await shop.customers()).toEqual(['Padaria Estrela Ltda'])
  expect([...shop.secrets.values()]).toEqual([expect.stringMatching(/^pas_/)])
})

it('a shop names the invalid field', async () => {
  expect(await new Shop().sell('order-2', { ...BAKERY, mobile_phone: '(11) 98765-4321' })).toBe('mobile_phone')
})

it('a shop asks for another e-mail when it is taken', async () => {
  service.addAccount({ email: BAKERY.email })
  expect(await new Shop().sell('order-3', BAKERY)).toBe('ask for another e-mail')
})

it('a shop creates one account although the first response is lost', async () => {
  service.failNext({ kind: 'lost-response' }, { operation: 'createPartnerAccount' })
  const shop = new Shop()
  expect(await shop.sell('order-4', BAKERY)).toBe('sold')
  expect(await shop.customers()).toHaveLength(1)
  const creations = service.requests.filter(({ operation }) => operation === 'createPartnerAccount')
  expect(creations.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-4', 'order-4'])
})

it('a shop refers users without permission to their manager', async () => {
  const shop = new Shop(service.addUser({ permissions: ['accounts:read'] }))
  expect(await shop.sell('order-5', BAKERY)).toBe('ask your manager')
})

it('a shop survives an outage, without a real wait in the test', async () => {
  vi.useFakeTimers()
  service.addAccount({ company_doc: { name: 'Mercado Sol Ltda' } })
  service.failNext({ kind: 'error', status: 503, retryAfterSeconds: 30 }, { operation: 'listPartnerAccounts' })
  const customers = new Shop().customers()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await customers).toEqual(['Mercado Sol Ltda'])
})

it('a shop lists a thousand customers within the rate limit', async () => {
  service.setRateLimit({ requests: 5, windowSeconds: 60 })
  for (let count = 0; count < 1_000; count++) service.addAccount()
  vi.useFakeTimers()
  const customers = new Shop().customers()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(await customers).toHaveLength(1_000)
  expect(service.requests.filter(({ status }) => status === 429)).toEqual([])
})
