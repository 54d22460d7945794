import { beforeAll, describe, expect, it } from 'vitest'
import { inWords, outcome, REFUSALS } from '../expected-errors.ts'
import {
  accountBody,
  type PartnerClient,
  request,
  sharedService,
  signedInPartner,
  type TestService,
} from '../harness.ts'
import { sendRaw } from '../raw-http.ts'

const LARGEST = 64 * 1024

/** A valid body of so many bytes. */
function bodyOf(bytes: number): string {
  const body = accountBody()
  const padding = bytes - Buffer.byteLength(JSON.stringify({ ...body, padding: '' }))
  return JSON.stringify({ ...body, padding: 'x'.repeat(padding) })
}

describe('POST gives 413', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
  })

  it('not for 64 KiB', async () => {
    expect((await partner.post('/partner-accounts', bodyOf(LARGEST))).status).toBe(200)
  })

  it('for a byte more than 64 KiB, and stores nothing', async () => {
    const before = (await partner.get('/partner-accounts')).body._meta.total as number
    expect(outcome(await partner.post('/partner-accounts', bodyOf(LARGEST + 1)))).toEqual(REFUSALS.bodyTooLarge)
    expect((await partner.get('/partner-accounts')).body._meta.total).toBe(before)
  })

  it('for a byte more than 64 KiB that comes in pieces without a length', async () => {
    const body = bodyOf(LARGEST + 1)
    const answer = await sendRaw(service, {
      method: 'POST',
      path: '/partners/v1/partner-accounts',
      headers: ['authorization', `Bearer ${partner.token}`],
      body: [body.slice(0, 1000), body.slice(1000, 50_000), body.slice(50_000)],
    })
    expect(outcome(answer)).toEqual(REFUSALS.bodyTooLarge)
    // What is still on its way would be taken for the next request.
    expect(answer.headers.get('connection')).toBe('close')
  })

  it('from POST /tokens too', async () => {
    const answer = await request(service, 'POST', '/tokens', { email: 'x'.repeat(LARGEST), password: 'x' })
    expect(outcome(answer)).toEqual(REFUSALS.bodyTooLarge)
  })

  it('in the language of Accept-Language', async () => {
    const answer = await partner.post('/partner-accounts', bodyOf(LARGEST + 1), { 'accept-language': 'en' })
    expect(outcome(answer)).toEqual(inWords(REFUSALS.bodyTooLarge, 'The request is too large.'))
  })

  it('so that a client that is still sending 5 MB can read it', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await partner.post('/partner-accounts', bodyOf(5_000_000))
      expect(outcome(answer)).toEqual(REFUSALS.bodyTooLarge)
    }
  })
})
