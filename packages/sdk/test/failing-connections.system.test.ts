import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApiError, ConnectionError, PartnerAccounts, PossiblyCreatedError, TimeoutError } from '../src/index.ts'
import { type Failure, type FailingProxy, startFailingProxy } from './failing-proxy.ts'
import { type RunningService, startService } from './running-service.ts'
import { accountBody } from './scripted-api.ts'

let service: RunningService
let proxy: FailingProxy
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
afterEach(() => proxy.close())

/**
 * Creates a client behind a failing proxy.
 *
 * @param failures for the requests in this order. Later requests succeed
 * @param affected method and path of the requests that fail. All others succeed
 */
async function clientBehindProxy(failures: Failure[], affected = /partner-accounts/) {
  const remaining = [...failures]
  const nextFailure = () => remaining.shift() ?? 'none'
  proxy = await startFailingProxy(service.baseUrl, (line) => (affected.test(line) ? nextFailure() : 'none'))
  return new PartnerAccounts({ baseUrl: proxy.baseUrl, ...service.credentials.demo })
}

/** Returns the body of a unique account. */
function newAccount() {
  const cpf = String(Math.floor(Math.random() * 1e11)).padStart(11, '0')
  const { address } = accountBody().company_doc
  const company_doc = { name: `Padaria ${randomUUID()}`, trade_name: 'Padaria', cpf, address }
  return { ...accountBody(), email: `${randomUUID()}@failures.example`, company_doc }
}
const direct = () => new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials.demo })
const listNames = async () => (await direct().accounts.list().toArray()).map(({ name }) => name)

const LOSSES = ['dropped before', 'dropped after', 'cut body', '502 after'] as const

describe('a creation', () => {
  it.each(LOSSES)('creates one account and returns its secret when the first response is lost: %s', async (loss) => {
    const client = await clientBehindProxy([loss])
    const body = newAccount()
    const { _id, api_token, secret } = await client.accounts.create(body)

    // The sign-in, the first attempt, the retry.
    expect(proxy.outcomes).toEqual(['none', loss, 'none'])
    await expect(direct().accounts.get(_id, { secret: secret! })).resolves.toMatchObject({ _id, api_token })
    expect((await listNames()).filter((name) => name === body.company_doc.name)).toHaveLength(1)
  })

  it.each(['dropped after', 'cut body', '502 after'] as const)(
    'throws PossiblyCreatedError when the only response is lost, and a retry with its key returns the account: %s',
    async (loss) => {
      const client = await clientBehindProxy([loss])
      const body = newAccount()
      const error = await client.accounts.create(body, { maxRetries: 0 }).catch((error: unknown) => error)

      expect(error).toBeInstanceOf(PossiblyCreatedError)
      const { idempotencyKey, taxId } = error as PossiblyCreatedError
      const found = await direct().accounts.get(taxId)
      const replayed = await direct().accounts.create(body, { idempotencyKey })
      expect(replayed).toMatchObject({ _id: found._id, secret: expect.stringMatching(/./) })
    },
  )

  it('creates one account per concurrent call, however the connections fail', async () => {
    const failure = fc.constantFrom<Failure>(
      'none',
      'none',
      'dropped before',
      'dropped after',
      'cut body',
      'delayed',
      '429',
      '502 after',
    )
    const sequences = fc.array(failure, { minLength: 10, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(sequences, async (failures) => {
        const client = await clientBehindProxy(failures)
        const bodies = Array.from({ length: 8 }, newAccount)
        // More retries than a sequence has failures.
        const created = await Promise.all(bodies.map((body) => client.accounts.create(body, { maxRetries: 50 })))
        await proxy.close()

        const names = await listNames()
        for (const { company_doc } of bodies) expect(names.filter((name) => name === company_doc.name)).toHaveLength(1)
        for (const { _id, api_token, secret } of created) {
          expect(await direct().accounts.get(_id, { secret: secret! })).toMatchObject({ api_token })
        }
      }),
      { numRuns: 3 },
    )
  })
})

describe('reading', () => {
  it('completes despite lost connections, cut bodies and 429s', async () => {
    const failures: Failure[] = ['dropped before', '429', 'cut body', 'none', '502 after', 'dropped after', 'none']
    const client = await clientBehindProxy(failures, /GET/)
    // Pages of one account, so that the list has at least two requests, and every failure happens.
    await direct().accounts.create(newAccount())
    await direct().accounts.create(newAccount())
    const all = await direct().accounts.list().toArray()

    expect(await client.accounts.list({ max_results: 1 }, { maxRetries: 5 }).toArray()).toEqual(all)
    // The first outcome is that of the sign-in.
    expect(proxy.outcomes.slice(1, failures.length + 1)).toEqual(failures)
  })

  it('throws the last error when the retries are used up', async () => {
    const client = await clientBehindProxy(Array<Failure>(10).fill('cut body'))
    await expect(client.accounts.list({}, { maxRetries: 1 })).rejects.toBeInstanceOf(ConnectionError)

    const unavailable = await clientBehindProxy(Array<Failure>(10).fill('502 after'))
    await expect(unavailable.accounts.list({}, { maxRetries: 0 })).rejects.toMatchObject({
      name: ApiError.name,
      status: 502,
    })
  })

  it('throws TimeoutError when a response is too late', async () => {
    const client = await clientBehindProxy(['none', 'delayed'])
    await client.accounts.list()
    await expect(client.accounts.list({}, { timeoutMs: 60 })).rejects.toBeInstanceOf(TimeoutError)
  })

  it('retries a sign-in over a bad connection', async () => {
    const client = await clientBehindProxy(['dropped before', 'cut body', '502 after'], /tokens/)
    await client.accounts.list()
    // Three failed sign-ins, the successful one, and the list.
    expect(proxy.outcomes).toEqual(['dropped before', 'cut body', '502 after', 'none', 'none'])
  })

  it('throws ConnectionError with sent: false immediately when nothing listens', async () => {
    proxy = await startFailingProxy(service.baseUrl, () => 'none')
    const { baseUrl } = proxy
    await proxy.close()
    const client = new PartnerAccounts({ baseUrl, ...service.credentials.demo, maxRetries: 0 })

    await expect(client.accounts.create(newAccount())).rejects.toMatchObject({
      name: 'ConnectionError',
      sent: false,
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ could not be reached: ECONNREFUSED/),
    })
  })
})
