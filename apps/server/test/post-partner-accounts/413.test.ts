import { beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from '../expected-errors.ts'
import {
  accountBody,
  type PartnerClient,
  request,
  sharedService,
  signedInPartner,
  type TestService,
} from '../harness.ts'
import { sendRaw } from '../raw-http.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Returns a valid body of the given size. */
function bodyOf(bytes: number): string {
  const body = accountBody()
  const padding = bytes - Buffer.byteLength(JSON.stringify({ ...body, padding: '' }))
  return JSON.stringify({ ...body, padding: 'x'.repeat(padding) })
}

describe('The limit of 64 KiB for POST bodies', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  it('accepts 64 KiB', async () => {
    expect((await partner.post('/partner-accounts', bodyOf(MAX_BODY_BYTES))).status).toBe(200)
  })

  it('rejects one byte more with 413 and stores nothing', async () => {
    const before = (await partner.get('/partner-accounts')).body._meta.total as number
    expect(outcome(await partner.post('/partner-accounts', bodyOf(MAX_BODY_BYTES + 1)))).toEqual(ERRORS.bodyTooLarge)
    expect((await partner.get('/partner-accounts')).body._meta.total).toBe(before)
  })

  it('rejects one byte more in chunks without Content-Length with 413 and closes the connection', async () => {
    const body = bodyOf(MAX_BODY_BYTES + 1)
    const response = await sendRaw(service, {
      method: 'POST',
      path: '/partners/v1/partner-accounts',
      headers: ['authorization', `Bearer ${partner.token}`],
      body: [body.slice(0, 1000), body.slice(1000, 50_000), body.slice(50_000)],
    })
    expect(outcome(response)).toEqual(ERRORS.bodyTooLarge)
    // The rest of the body would otherwise be read as the next request.
    expect(response.headers.get('connection')).toBe('close')
  })

  it('applies to POST /tokens too', async () => {
    const response = await request(service, 'POST', '/tokens', { email: 'x'.repeat(MAX_BODY_BYTES), password: 'x' })
    expect(outcome(response)).toEqual(ERRORS.bodyTooLarge)
  })

  it('is reported in the language of Accept-Language', async () => {
    const response = await partner.post('/partner-accounts', bodyOf(MAX_BODY_BYTES + 1), { 'accept-language': 'en' })
    expect(outcome(response)).toEqual(withUiMessage(ERRORS.bodyTooLarge, 'The request is too large.'))
  })

  it('lets a client that is still sending 5 MB read the 413', async () => {
    // Several attempts, because the result could depend on their timing.
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await partner.post('/partner-accounts', bodyOf(5_000_000))
      expect(outcome(response)).toEqual(ERRORS.bodyTooLarge)
    }
  })
})
