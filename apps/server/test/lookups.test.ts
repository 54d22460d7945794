import type { AppRouter } from '@partner-accounts/api'
import { type PublicRecordsServer, startPublicRecords } from '@partner-accounts/local-servers'
import { createTRPCClient, httpLink } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenOn, request, sharedService, signedInPartner, type TestService } from './harness.ts'
import { nativeClient, rejectionOf } from './internal/internal-client.ts'

/** A record in the format of ViaCEP. */
const PRACA_DA_SE = { cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }
const BLUMENAU = { cep: '89010025', street: 'Rua XV', neighborhood: 'Centro', city: 'Blumenau', state: 'SC' }
const REDIRECT = { status: 302, headers: { location: '/internal' } }

describe('Lookups in public records', () => {
  let service: TestService
  let records: PublicRecordsServer
  const instances: TestService[] = []
  beforeAll(async () => {
    service = await sharedService()
    records = await startPublicRecords({
      '/cep/89010025': { body: BLUMENAU },
      '/cep/89010026': { body: { ...BLUMENAU, city: 'Indaial' } },
      '/cep/85000000': { body: { cep: '85000000', street: null, neighborhood: ' ', city: 'Pinhão', state: 'PR' } },
      '/cep/11111111': { body: { street: 'x'.repeat(201), neighborhood: 7, city: 'A\u0000', state: 'EX' } },
      '/cep/22222222': { body: '<html>' },
      '/cep/33333333': { body: '[]' },
      '/cep/44444444': REDIRECT,
      '/internal': { body: BLUMENAU },
      '/cep/55555555': { status: 500, body: BLUMENAU },
      '/cep/66666666': { body: { ...BLUMENAU, more: 'x'.repeat(300 * 1024) } },
      '/cep/77777777': 'never',
      '/ws/01001000/json/': { body: PRACA_DA_SE },
      '/ws/99999999/json/': { body: { erro: 'true' } },
      '/cnpj/19131243000197': {
        body: {
          razao_social: 'OPEN KNOWLEDGE BRASIL',
          nome_fantasia: '',
          // The source has CEPs as numbers, without leading zeros.
          cep: 1311902,
          descricao_tipo_de_logradouro: 'AVENIDA',
          logradouro: 'PAULISTA 37',
          numero: '37',
          complemento: 'ANDAR 4',
          bairro: 'BELA VISTA',
          municipio: 'SAO PAULO',
          uf: 'SP',
          qsa: [],
        },
      },
    })
  })
  afterAll(async () => {
    for (const instance of instances) await instance.stop()
    await records.stop()
  })

  /** Starts an instance with these settings, and returns a client of it with the token of a new portal user. */
  const startWithClient = async (settings: Record<string, string>, permissions?: 'accounts:read'[]) => {
    const instance = await listenOn(service.database, settings)
    instances.push(instance)
    const { token } = await signedInPartner(service, permissions && { permissions })
    const headers = { authorization: `Bearer ${token}` }
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${instance.origin}/trpc`, headers })] })
    return { client, headers, instance }
  }
  const lookupSettings = () => ({ CEP_LOOKUP_URL: `${records.url}/cep`, CNPJ_LOOKUP_URL: `${records.url}/cnpj/` })
  const requestsTo = (path: string) => records.requested.filter((requested) => requested === path).length

  it('return the address of a CEP, and the names and the address of a CNPJ', async () => {
    const { client } = await startWithClient(lookupSettings())
    expect(await client.lookups.findAddress.query({ cep: '89010025' })).toEqual({
      streetName: 'Rua XV',
      neighborhood: 'Centro',
      city: 'Blumenau',
      state: 'SC',
    })
    expect(await client.lookups.findCompany.query({ cnpj: '19131243000197' })).toEqual({
      name: 'OPEN KNOWLEDGE BRASIL',
      cep: '01311902',
      streetName: 'AVENIDA PAULISTA 37',
      streetNumber: '37',
      complement: 'ANDAR 4',
      neighborhood: 'BELA VISTA',
      city: 'SAO PAULO',
      state: 'SP',
    })
    expect((await client.sessions.getCurrent.query()).lookups).toEqual({ address: true, company: true })
  })

  it('accept a URL with {cep} and the response format of ViaCEP', async () => {
    const { client } = await startWithClient({ CEP_LOOKUP_URL: `${records.url}/ws/{cep}/json/` })
    expect(await client.lookups.findAddress.query({ cep: '01001000' })).toEqual({
      streetName: 'Praça da Sé',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    })
    expect(await client.lookups.findAddress.query({ cep: '99999999' })).toBeNull()
  })

  it('return only the parts of a record that an account can have', async () => {
    const { client } = await startWithClient(lookupSettings())
    expect(await client.lookups.findAddress.query({ cep: '85000000' })).toEqual({
      city: 'Pinhão',
      state: 'PR',
    })
    expect(await client.lookups.findAddress.query({ cep: '11111111' })).toBeNull()
  })

  it.each([
    ['is not JSON', '22222222'],
    ['is not an object', '33333333'],
    ['redirects', '44444444'],
    ['is an error', '55555555'],
    ['is larger than 256 KiB', '66666666'],
    ['does not arrive within 2 seconds', '77777777'],
  ])('are unavailable when the response %s, and log no CEP', async (_case, cep) => {
    const { client, instance } = await startWithClient(lookupSettings())
    expect(await client.lookups.findAddress.query({ cep })).toBe('unavailable')
    expect(requestsTo(`/cep/${cep}`)).toBe(1)
    expect(requestsTo('/internal')).toBe(0)
    expect(instance.logged()).not.toContain(cep)
  })

  it('return null for an unknown CEP and CNPJ', async () => {
    const { client } = await startWithClient(lookupSettings())
    expect(await client.lookups.findAddress.query({ cep: '00000000' })).toBeNull()
    expect(await client.lookups.findCompany.query({ cnpj: '00000000000000' })).toBeNull()
  })

  it('are unavailable when the records are unreachable, and log the reason once', async () => {
    const { client, instance } = await startWithClient({ CEP_LOOKUP_URL: 'http://127.0.0.1:1' })
    for (const cep of ['01001000', '01001001']) {
      expect(await client.lookups.findAddress.query({ cep })).toBe('unavailable')
    }
    expect(instance.logged().match(/lookup in public records failed/g)).toHaveLength(1)
  })

  it('send one request for equal queries, and count each query for the partner', async () => {
    const { client, headers, instance } = await startWithClient({ ...lookupSettings(), RATE_LIMIT_REQUESTS: '3' })
    const query = () => client.lookups.findAddress.query({ cep: '89010026' })
    expect(await Promise.all([query(), query(), query()])).toMatchObject(Array(3).fill({ city: 'Indaial' }))
    expect(requestsTo('/cep/89010026')).toBe(1)
    expect((await request(instance, 'GET', '/partner-accounts', undefined, headers)).status).toBe(429)
  })

  it('are repeated for another partner, so the response time reveals no lookups', async () => {
    const { client, instance } = await startWithClient(lookupSettings())
    const stranger = nativeClient(instance, `Bearer ${(await signedInPartner(service)).token}`)
    const before = requestsTo('/cep/89010025')
    for (const { lookups } of [client, client, stranger, stranger]) await lookups.findAddress.query({ cep: '89010025' })
    // One per partner. The second query of each gets a cached response.
    expect(requestsTo('/cep/89010025') - before).toBe(2)
  })

  it('return null without CEP_LOOKUP_URL and CNPJ_LOOKUP_URL', async () => {
    const { client } = await startWithClient({})
    expect(await client.lookups.findAddress.query({ cep: '89010025' })).toBeNull()
    expect(await client.lookups.findCompany.query({ cnpj: '19131243000197' })).toBeNull()
    expect((await client.sessions.getCurrent.query()).lookups).toEqual({ address: false, company: false })
  })

  it('reject malformed values and users who may not create accounts, without a request', async () => {
    const { client } = await startWithClient(lookupSettings())
    const { client: reader } = await startWithClient(lookupSettings(), ['accounts:read'])
    const before = records.requested.length
    const { lookups } = client
    expect(await rejectionOf(lookups.findAddress.query({ cep: '../secret' }))).toMatchObject({ status: 422 })
    expect(await rejectionOf(lookups.findCompany.query({ cnpj: '19.131.243/0001-97' }))).toMatchObject({ status: 422 })
    expect(await rejectionOf(reader.lookups.findAddress.query({ cep: '89010025' }))).toMatchObject({ status: 403 })
    expect(await rejectionOf(reader.lookups.findCompany.query({ cnpj: '19131243000197' }))).toMatchObject({
      status: 403,
    })
    expect(records.requested.length).toBe(before)
  })
})
