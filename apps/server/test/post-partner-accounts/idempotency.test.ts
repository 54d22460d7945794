import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  listenOn,
  type PartnerClient,
  sharedService,
  signedInPartner,
  type TestService,
} from '../harness.ts'
import { sendRaw } from '../raw-http.ts'

const fieldError = (message: string) => ({
  _status: 'ERR',
  _error: { code: 422, message: { 'Idempotency-Key': [message] } },
})

describe('POST /partner-accounts with an Idempotency-Key', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  const totalOf = async (client: PartnerClient): Promise<number> =>
    (await client.get('/partner-accounts')).body._meta.total
  const postWithKey = async (instance: TestService, client: PartnerClient, key: string, body: object) => {
    const response = await fetch(`${instance.baseUrl}/partner-accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }

  it('returns `Idempotent-Replayed: true` with a replay, and only with it', async () => {
    const replayHeaderOf = async (body: object, headers: Record<string, string> = {}) =>
      (await partner.post('/partner-accounts', body, headers)).headers.get('idempotent-replayed')
    const body = accountBody()
    const key = { 'idempotency-key': 'announced' }
    expect(await replayHeaderOf(accountBody())).toBeNull()
    expect(await replayHeaderOf(body, key)).toBeNull()
    expect(await replayHeaderOf(body, key)).toBe('true')
    expect(await replayHeaderOf({ ...body, full_name: 'Another' }, key)).toBeNull()
  })

  it('replays the first response byte for byte, including the secret', async () => {
    const own = await signedInPartner(service)
    const body = accountBody()
    const first = await postWithKey(service, own, 'order 4711', body)
    expect(first.status).toBe(200)
    expect(await postWithKey(service, own, 'order 4711', body)).toEqual(first)
    expect(await totalOf(own)).toBe(1)
  })

  it('replays the response if optional fields are absent, null or an empty text', async () => {
    const key = { 'idempotency-key': 'empties' }
    const { company_doc: company, ...body } = accountBody()
    const send = (empty: null | '' | undefined) => {
      const address = { ...company.address, complement: empty }
      const sent = { ...company, cpf: empty, financial_email: empty, address }
      return partner.post('/partner-accounts', { ...body, company_doc: sent }, key)
    }
    const first = await send(undefined)
    expect(first.status).toBe(200)
    expect((await send(null)).body).toEqual(first.body)
    expect((await send('')).body).toEqual(first.body)
  })

  it('counts the characters of a key in UTF-8, not its bytes', async () => {
    // Node sends each character of a header as one byte.
    const send = (key: string) =>
      sendRaw(service, {
        method: 'POST',
        path: '/partners/v1/partner-accounts',
        headers: ['authorization', `Bearer ${partner.token}`, 'idempotency-key', Buffer.from(key).toString('latin1')],
        body: [JSON.stringify(accountBody())],
      })
    expect((await send('ç'.repeat(255))).status).toBe(200)
    expect((await send('ç'.repeat(256))).status).toBe(422)
  })

  it('replays the response for the same fields in another order', async () => {
    const body = accountBody()
    const first = await partner.post('/partner-accounts', body, { 'idempotency-key': 'reordered' })
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    const second = await partner.post('/partner-accounts', reordered, { 'idempotency-key': 'reordered' })
    expect(second.body).toEqual(first.body)
  })

  it('returns 422 for another body with the same key, and creates nothing', async () => {
    const own = await signedInPartner(service)
    await own.post('/partner-accounts', accountBody(), { 'idempotency-key': 'once' })
    const other = await own.post('/partner-accounts', accountBody(), { 'idempotency-key': 'once' })
    expect(other.status).toBe(422)
    expect(other.body).toEqual(fieldError('Esta chave já foi usada com outra requisição.'))
    expect(await totalOf(own)).toBe(1)
  })

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
  ])('returns 422 for a key that is %s', async (_case, key) => {
    const rejected = await partner.post('/partner-accounts', accountBody(), { 'idempotency-key': key })
    expect(rejected.status).toBe(422)
    expect(rejected.body).toEqual(fieldError('Deve ter de 1 a 255 caracteres.'))
  })

  it('accepts the same key from different partners', async () => {
    const one = await signedInPartner(service)
    const other = await signedInPartner(service)
    const responses = [one, other].map((client) =>
      client.post('/partner-accounts', accountBody(), { 'idempotency-key': 'shared' }),
    )
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('stores nothing that is readable without the key', async () => {
    const body = accountBody()
    const key = 'to be kept secret'
    const { body: created } = await partner.post('/partner-accounts', body, { 'idempotency-key': key })
    const rows = await service.database.prisma.idempotentCreation.findMany()
    const stored = rows
      .map((row) => Buffer.concat([row.lookup, row.fingerprint, row.sealedResponse]).toString('latin1'))
      .join()
    for (const secret of [key, created.secret, created.api_token, created._id, body.email]) {
      expect(stored).not.toContain(secret)
    }
  })

  describe('on two instances', () => {
    let second: TestService
    beforeAll(async () => {
      second = await listenOn(service.database)
    })
    afterAll(() => second.stop())

    it('creates one account for a hundred concurrent requests, with 409 and Retry-After while the first is in flight', async () => {
      const own = await signedInPartner(service)
      const body = accountBody()
      const storm = Array.from({ length: 100 }, (_, index) =>
        postWithKey(index % 2 === 0 ? service : second, own, 'storm', body),
      )
      const responses = await Promise.all(storm)
      const created = responses.filter(({ status }) => status === 200)
      expect(new Set(created.map(({ text }) => text)).size).toBe(1)
      for (const { status, retryAfter } of responses.filter((response) => response.status !== 200)) {
        expect({ status, retryAfter }).toEqual({ status: 409, retryAfter: '1' })
      }
      expect(await totalOf(own)).toBe(1)
    })
  })
})
