import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ApiError,
  type CallContext,
  type ClientOptions,
  createPartnerAccountsClient,
} from '@partner-accounts/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'
import { INTERNAL_KEY, UNKNOWN_ID } from './internal/internal-client.ts'

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('expected a rejection'),
    (error: unknown) => error as ApiError,
  )

describe('@partner-accounts/client', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  /** Returns a client that counts its requests. */
  function connect(options: Omit<ClientOptions, 'url'>) {
    const sent = { requests: 0 }
    const url = `${service.origin}/trpc`
    const client = createPartnerAccountsClient({
      url,
      ...options,
      intercept: (send) => {
        sent.requests++
        return send()
      },
    })
    return { client, sent }
  }

  it('sends concurrent calls in batches of up to 50, and each call separately with `batch: false`', async () => {
    const batched = connect({ key: INTERNAL_KEY })
    const list = () => batched.client.internal.coupons.list.query({ limit: 1 })
    await Promise.all(Array.from({ length: 101 }, list))
    expect(batched.sent.requests).toBe(3)

    const { client, sent } = connect({ key: INTERNAL_KEY, batch: false })
    await Promise.all([client.internal.figures.get.query(), client.internal.coupons.list.query()])
    expect(sent.requests).toBe(2)
  })

  it('sends large inputs separately, because a batch of them could exceed the 64 KiB of a body', async () => {
    const { client, sent } = connect({ token: partner.token })
    const emails = Array.from({ length: 500 }, (_, index) => `maria.${index}@padaria-estrela.example`)
    await Promise.all([emails, emails, emails].map((input) => client.accounts.findExisting.mutate({ emails: input })))
    expect(sent.requests).toBe(3)
  })

  it("sends a call's idempotency key and secret as headers of a separate request", async () => {
    const { client } = connect({ token: partner.token })
    const body = accountBody() as Parameters<typeof client.accounts.create.mutate>[0]
    const create = () => client.accounts.create.mutate(body, { context: { idempotencyKey: body.email } })
    const { _id, api_token, secret } = await create()
    expect(await create()).toEqual({ _id, api_token, secret })

    const read = (context: CallContext) => client.accounts.get.query({ account_id: _id }, { context })
    const [revealed, concealed] = await Promise.all([read({ secret }), read({})])
    expect([revealed.api_token, concealed.api_token]).toEqual([api_token, undefined])
  })

  it('rejects an aborted call, and completes the others', async () => {
    const { client } = connect({ token: partner.token })
    const aborter = new AbortController()
    const aborted = failureOf(client.accounts.list.query(undefined, { signal: aborter.signal }))
    const other = client.accounts.list.query()
    aborter.abort()
    expect((await aborted).cause?.name).toBe('AbortError')
    expect((await other)._items).toEqual(expect.any(Array))
  })

  it('rejects a call without a response after `timeoutMs`, with no error data', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const { cause, data } = await failureOf(createPartnerAccountsClient({ url, timeoutMs: 50 }).accounts.list.query())
    expect([cause?.name, data]).toEqual(['TimeoutError', undefined])
  })

  it('names each error of a batch, and describes it in the chosen language', async () => {
    const { client } = connect({ key: INTERNAL_KEY, locale: 'en' })
    const { coupons, partners } = client.internal
    const errors = await Promise.all(
      [coupons.get.query({ code: 'UNKNOWN' }), partners.get.query({ id: UNKNOWN_ID })].map(failureOf),
    )
    expect(errors.map(({ data }) => [data?.name, data?.uiMessage])).toEqual([
      ['coupon-not-found', 'Coupon not found.'],
      ['partner-not-found', 'Partner not found.'],
    ])
  })
})
