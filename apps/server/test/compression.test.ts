import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, type PartnerClient, sharedService, signedInPartner, type TestService } from './harness.ts'

/** The number of bytes from which `@fastify/compress` compresses by default. */
const COMPRESSION_THRESHOLD = 1024
/** A body with an error in every field, whose response exceeds `COMPRESSION_THRESHOLD`. */
const INVALID_BODY = {
  full_name: 1,
  employees_quantity: 'x',
  email: 'x',
  mobile_phone: 'x',
  company_doc: { cpf: 'x', cnpj: 'x', financial_email: 'x', address: { cep: 'x', state: 'x', complement: 1 } },
}

describe('compression', () => {
  let service: TestService
  let partner: PartnerClient
  beforeAll(async () => {
    service = await sharedService()
    partner = await signedInPartner(service)
    for (let count = 0; count < 8; count++) await partner.post('/partner-accounts', accountBody())
  })

  /** Sends a request with `node:http`, because `fetch` would decompress the response. */
  async function send(method: string, path: string, encodings: string, body = '') {
    const headers = { authorization: `Bearer ${partner.token}`, 'accept-encoding': encodings }
    const request = httpRequest(`${service.baseUrl}${path}`, { method, headers, agent: false })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { headers: response.headers, bytes: await buffer(response) }
  }

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('GET /partner-accounts is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    const { headers, bytes } = await send('GET', '/partner-accounts', accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('accept-encoding')
    const body = decompress(bytes)
    expect(bytes.length).toBeLessThan(body.length)
    expect(JSON.parse(body.toString())).toEqual((await partner.get('/partner-accounts')).body)
  })

  it.each(['', 'identity', 'gzip;q=0', 'compress'])(
    'GET /partner-accounts is not compressed for a client that accepts %j',
    async (accepted) => {
      const { headers, bytes } = await send('GET', '/partner-accounts', accepted)
      expect(headers['content-encoding']).toBeUndefined()
      expect(JSON.parse(bytes.toString())).toHaveProperty('_items.length', 8)
    },
  )

  it('POST responses of any size are never compressed, because they can contain a token or secret', async () => {
    for (const path of ['/partner-accounts', '/tokens']) {
      expect((await send('POST', path, 'gzip, br', '{}')).headers['content-encoding']).toBeUndefined()
    }
    const { headers, bytes } = await send('POST', '/partner-accounts', 'gzip, br', JSON.stringify(INVALID_BODY))
    expect(headers['content-encoding']).toBeUndefined()
    expect(bytes.length).toBeGreaterThan(COMPRESSION_THRESHOLD)
  })
})
