import type { AppRouter } from '@partner-accounts/api'
import { createPartnerAccountsClient } from '@partner-accounts/client'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from './browser-client.ts'
import { INTERNAL_KEY } from './internal/internal-client.ts'
import { addColleague, listenOn, newAddress, sharedService, signedInPartner, type TestService } from './harness.ts'

describe('The rate limit of the native interface', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  const instances: TestService[] = []
  afterEach(async () => {
    for (const instance of instances.splice(0)) await instance.stop()
  })

  const startLimitedTo = async (requests: number) => {
    const limited = await listenOn(service.database, {
      RATE_LIMIT_REQUESTS: String(requests),
      TRUSTED_PROXIES: '127.0.0.1',
    })
    instances.push(limited)
    return limited
  }
  const createBatchClient = ({ origin }: TestService, headers: Record<string, string>) =>
    createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${origin}/trpc`, headers })] })
  /** Sends `size` calls in one batch. */
  const sendBatch = (client: ReturnType<typeof createBatchClient>, size: number) =>
    Promise.allSettled(Array.from({ length: size }, () => client.accounts.list.query()))
  const countFulfilled = (calls: PromiseSettledResult<unknown>[]) =>
    calls.filter(({ status }) => status === 'fulfilled').length

  it('counts every call of a batch, and admits the whole batch or none of it', async () => {
    const limited = await startLimitedTo(5)
    const { token } = await signedInPartner(service)
    const client = createBatchClient(limited, { authorization: `Bearer ${token}` })
    expect(countFulfilled(await sendBatch(client, 3))).toBe(3)
    expect(countFulfilled(await sendBatch(client, 3))).toBe(0)
    expect(countFulfilled(await sendBatch(client, 2))).toBe(2)
    expect(countFulfilled(await sendBatch(client, 1))).toBe(0)
  })

  it('does not limit the batches of internal applications and operators', async () => {
    const limited = await startLimitedTo(10)
    const url = `${limited.origin}/trpc`
    const { internal } = createPartnerAccountsClient({ url, key: INTERNAL_KEY })
    const coupons = await Promise.all(Array.from({ length: 101 }, () => internal.coupons.list.query({ limit: 1 })))
    expect(coupons).toHaveLength(101)

    const operator = await BrowserClient.ofOperator(limited)
    const names = Array(50).fill('operators.getSession').join()
    const response = await operator.send(`${url}/${names}?batch=1`, { method: 'GET' })
    expect([response.status, ((await response.json()) as unknown[]).length]).toEqual([200, 50])
  })

  it('counts the pages of a portal user for this user, and not towards the limit of the partner', async () => {
    const limited = await startLimitedTo(3)
    const { user, token } = await signedInPartner(service)
    const program = createBatchClient(limited, { authorization: `Bearer ${token}` })
    const browser = await BrowserClient.signedIn(service, user)
    const colleague = await BrowserClient.signedIn(service, await addColleague(service, user))
    const openPage = async (visitor: BrowserClient) =>
      (await visitor.send(`${limited.origin}/trpc/accounts.list`)).status
    expect(countFulfilled(await sendBatch(program, 3))).toBe(3)
    expect(countFulfilled(await sendBatch(program, 1))).toBe(0)
    for (const status of [200, 200, 200, 429]) expect(await openPage(browser)).toBe(status)
    expect(await openPage(colleague)).toBe(200)
    // Pages show how many requests of the partner's limit its programs have used.
    const use = await colleague.send(`${limited.origin}/trpc/requestLog.getRateLimitUse`)
    expect(await use.json()).toMatchObject({ result: { data: { limit: 3, used: 3 } } })
  })

  it('rejects a batch that is longer than the limit, and counts it once', async () => {
    const limited = await startLimitedTo(10)
    const { token } = await signedInPartner(service)
    const client = createBatchClient(limited, { authorization: `Bearer ${token}` })
    const [tooLong] = await sendBatch(client, 11)
    expect(tooLong).toMatchObject({ reason: { data: { name: 'batch-too-long' } } })
    expect(countFulfilled(await sendBatch(client, 9))).toBe(9)
  })

  /** Exceeds the rate limit, and returns the rejection. */
  const rejectionIn = async (language: string) => {
    const limited = await startLimitedTo(1)
    const { token } = await signedInPartner(service)
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const send = () => fetch(`${limited.origin}/trpc/accounts.list`, { headers })
    expect((await send()).status).toBe(200)
    return send()
  }

  it('rejects with 429, Retry-After and the messages of the envelope', async () => {
    const rejected = await rejectionIn('pt-BR')
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(rejected.headers.get('ratelimit')).toBe(`"default";r=0;t=${rejected.headers.get('retry-after')}`)
    expect(await rejected.json()).toEqual({
      error: {
        message: 'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
        code: -32029,
        data: {
          code: 'TOO_MANY_REQUESTS',
          name: 'rate-limited',
          httpStatus: 429,
          path: 'accounts.list',
          appCode: 429,
          retryAfterSeconds: Number(rejected.headers.get('retry-after')),
          uiMessage: 'Muitas requisições. Aguarde um momento e tente novamente.',
        },
      },
    })
  })

  it('rejects with a uiMessage in the language of Accept-Language', async () => {
    const { error } = (await (await rejectionIn('en')).json()) as { error: { data: { uiMessage: string } } }
    expect(error.data.uiMessage).toBe('Too many requests. Try again shortly.')
  })

  it('counts REST and native calls of a partner together, and calls without a token by address', async () => {
    const limited = await startLimitedTo(2)
    const { token } = await signedInPartner(service)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${limited.baseUrl}/partner-accounts`, { headers })).status).toBe(200)
    expect(countFulfilled(await sendBatch(createBatchClient(limited, headers), 1))).toBe(1)
    expect((await fetch(`${limited.baseUrl}/partner-accounts`, { headers })).status).toBe(429)

    const stranger = { 'x-forwarded-for': newAddress() }
    for (const status of [401, 401, 429]) {
      expect((await fetch(`${limited.origin}/trpc/accounts.list`, { headers: stranger })).status).toBe(status)
    }
  })
})
