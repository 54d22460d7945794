import { beforeAll, describe, expect, it } from 'vitest'
import { addPortalUser, request, startTestService, type TestPortalUser, type TestService } from '../harness.ts'
import { BrowserClient } from '../browser-client.ts'
import { metric } from '../shared-rate-limit/instances.ts'

const LIMIT = 4
const RATE_LIMITED = { status: 429, body: { _status: 'ERR', _code: 429 } }

describe('POST /tokens for an integration, whose network is shared with strangers', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_REQUESTS: String(LIMIT) })
    return () => service.stop()
  })

  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `203.0.113.${addresses}`
  }
  const signIn = (body: unknown, address: string) =>
    request(service, 'POST', '/tokens', body, { 'x-forwarded-for': address })
  async function addIntegration(): Promise<Pick<TestPortalUser, 'email' | 'password'>> {
    const manager = await addPortalUser(service)
    const { sessions, team } = new BrowserClient(service).page({ 'x-forwarded-for': newAddress() })
    await sessions.signIn.mutate({ email: manager.email, password: manager.password })
    return team.createIntegration.mutate({ name: 'ERP', permissions: ['accounts:read'] })
  }
  const countRejected = () => metric(service, 'rate_limit_decisions_total{outcome="rejected",store="process"}')
  const exceedNetworkLimit = async (address: string) => {
    for (let sent = 0; sent < LIMIT; sent++) await signIn({ email: 'nobody@revenda.example', password: 'x' }, address)
    expect(await signIn({ email: 'nobody@revenda.example', password: 'x' }, address)).toMatchObject(RATE_LIMITED)
  }

  it('returns a token although strangers exhausted the limits of the network, and counts for the partner', async () => {
    const integration = await addIntegration()
    const address = newAddress()
    await exceedNetworkLimit(address)
    const { status, headers } = await signIn(integration, address)
    expect(status).toBe(200)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${LIMIT - 1};t=`))
    expect(await signIn({ email: 'nobody@revenda.example', password: 'x' }, address)).toMatchObject(RATE_LIMITED)
  })

  it('is counted as rejected only if it is, so that accepted sign-ins raise no alert', async () => {
    const integration = await addIntegration()
    const address = newAddress()
    await exceedNetworkLimit(address)
    const before = await countRejected()
    expect((await signIn(integration, address)).status).toBe(200)
    expect(await countRejected()).toBe(before)
    expect(await signIn({ ...integration, password: 'wrong' }, address)).toMatchObject(RATE_LIMITED)
    expect(await countRejected()).toBe(before + 1)
  })

  it('returns a token after too many failed sign-ins of others with its e-mail', async () => {
    const integration = await addIntegration()
    const address = newAddress()
    for (let failed = 0; failed < 6; failed++) await signIn({ ...integration, password: `pai_wrong${failed}` }, address)
    expect(await signIn(integration, address)).toMatchObject({ status: 200 })
  })

  it("is counted for the partner, not for the network, and returns 429 once the partner's limit is exceeded", async () => {
    const integration = await addIntegration()
    const address = newAddress()
    for (let sent = 0; sent < LIMIT; sent++) expect((await signIn(integration, address)).status).toBe(200)
    const rejected = await signIn(integration, address)
    expect(rejected).toMatchObject(RATE_LIMITED)
    expect(rejected.headers.get('ratelimit')).toMatch(/^"default";r=0;t=/)
    for (let sent = 0; sent < LIMIT; sent++)
      expect((await signIn({ email: 'nobody@revenda.example', password: 'x' }, address)).status).toBe(401)
  })

  it('returns 429 without valid credentials once the limit of the network is exceeded, before any other error', async () => {
    const integration = await addIntegration()
    const address = newAddress()
    await exceedNetworkLimit(address)
    const bodies = [
      { ...integration, password: `${integration.password}x` },
      { ...integration, email: `x${integration.email}` },
      { email: integration.email },
      'no JSON',
      'x'.repeat(70_000),
    ]
    for (const body of bodies) expect(await signIn(body, address)).toMatchObject(RATE_LIMITED)
  })
})
