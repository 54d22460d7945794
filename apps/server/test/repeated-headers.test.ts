import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, outcome } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'
import { exchange, sendRaw } from './raw-http.ts'

const ACCOUNTS = '/partners/v1/partner-accounts'

describe('A header that a client or proxy repeats with the same value counts once:', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const send = (method: string, path: string, headers: readonly string[], body?: object) =>
    sendRaw(service, {
      method,
      path,
      headers: ['authorization', `Bearer ${partner.token}`, ...headers],
      body: body ? [JSON.stringify(body)] : [],
    })

  it.each([
    ['in two lines', ['idempotency-key', 'order 1', 'idempotency-key', 'order 1'], 'order 1'],
    ['in one line', ['idempotency-key', 'order 2, order 2'], 'order 2'],
    [
      'with a comma, in two lines',
      ['idempotency-key', 'order 3, part 1', 'idempotency-key', 'order 3, part 1'],
      'order 3, part 1',
    ],
  ])('Idempotency-Key %s', async (_case, headers, key) => {
    const body = accountBody()
    const first = await send('POST', ACCOUNTS, headers, body)
    expect(first.status).toBe(200)
    expect((await send('POST', ACCOUNTS, ['idempotency-key', key], body)).body).toEqual(first.body)
  })

  it('X-Secret and X-Mode', async () => {
    const { body: created } = await partner.post('/partner-accounts', accountBody())
    const { _id, secret, api_token: apiToken } = created as Record<string, string>
    const secrets = ['x-secret', secret!, 'x-secret', secret!]
    const { body } = await send('GET', `${ACCOUNTS}/${_id}`, [...secrets, 'x-mode', 'live', 'x-mode', 'live'])
    expect(body).toMatchObject({ _id, api_token: apiToken })
    expect(outcome(await send('GET', ACCOUNTS, ['x-mode', 'live', 'x-mode', 'test']))).toMatchObject({ status: 403 })
  })

  it('except Host, because a request with two gets 400', async () => {
    for (const second of ['localhost', 'other.example']) {
      const response = await exchange(
        service,
        `GET ${ACCOUNTS} HTTP/1.1\r\nHost: localhost\r\nhost: ${second}\r\nConnection: close\r\n\r\n`,
      )
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual(ERRORS.badRequest.body)
    }
  })
})
