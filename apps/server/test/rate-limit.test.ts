import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withUiMessage, outcome, ERRORS } from './expected-errors.ts'
import {
  addColleague,
  listenOn,
  newAddress,
  type PartnerClient,
  request,
  sharedService,
  signedIn,
  signedInPartner,
  skipTime,
  type TestService,
} from './harness.ts'
import { sendRaw } from './raw-http.ts'

const LIMIT = 5
const WINDOW_SECONDS = 60

describe('The rate limit', () => {
  let service: TestService
  /** An instance that admits 5 requests per minute. No test here takes a minute. */
  let limited: TestService
  beforeAll(async () => {
    service = await sharedService()
    limited = await listenOn(service.database, {
      RATE_LIMIT_REQUESTS: String(LIMIT),
      RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
      TRUSTED_PROXIES: '127.0.0.1',
    })
  })
  afterAll(() => limited.stop())

  const list = ({ token }: PartnerClient, headers = {}) =>
    request(limited, 'GET', '/partner-accounts', undefined, { authorization: `Bearer ${token}`, ...headers })
  const listFrom = (address: string, headers = {}) =>
    request(limited, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': address, ...headers })
  const sortedStatuses = async (responses: Iterable<Promise<{ status: number }>>) =>
    (await Promise.all(responses)).map(({ status }) => status).sort()
  const disable = (id: string) =>
    service.database.stores.portalUsers.change(id, { status: 'disabled', passwordHash: null, activation: null })
  const repeat = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

  it('admits the advertised number of requests and rejects the next one with 429', async () => {
    const partner = await signedInPartner(service)
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { status, headers } = await list(partner)
      expect(status).toBe(200)
      expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=([1-9]|[1-5]\\d|60)$`))
      expect(headers.get('retry-after')).toBeNull()
    }
    const rejected = await list(partner)
    expect(outcome(rejected)).toEqual(ERRORS.rateLimited)
    expect(rejected.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    const retryAfter = rejected.headers.get('retry-after')
    expect(retryAfter).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(rejected.headers.get('ratelimit')).toBe(`"default";r=0;t=${retryAfter}`)
  })

  it.each<[string, (partner: PartnerClient) => Promise<unknown>, number]>([
    ['a disabled user', ({ user: { id } }) => disable(id), 401],
    ['a deleted user', ({ user: { id } }) => service.database.prisma.portalUser.deleteMany({ where: { id } }), 401],
    [
      'a suspended partner',
      ({ user: { partnerId } }) => service.database.stores.partners.change(partnerId, { status: 'suspended' }),
      403,
    ],
  ])('counts the requests of %s for the client network once their status is known', async (_case, exclude, status) => {
    const partner = await signedInPartner(service)
    const colleague = await signedIn(service, await addColleague(service, partner.user))
    await exclude(partner)
    const network = { 'x-forwarded-for': newAddress() }
    // The first request discovers the status and counts for the partner.
    expect((await list(partner, network)).status).toBe(status)
    expect(await sortedStatuses(repeat(LIMIT + 1, () => list(partner, network)))).toEqual([
      ...Array(LIMIT).fill(status),
      429,
    ])
    // Another network has a separate limit, and the partner's limit has lost only that first request.
    expect((await list(partner, { 'x-forwarded-for': newAddress() })).status).toBe(status)
    await service.database.stores.partners.change(partner.user.partnerId, { status: 'active' })
    const { headers } = await list(colleague)
    // The first request of the partner, and this one of the colleague.
    expect(headers.get('ratelimit')).toContain(`r=${LIMIT - 2};`)
  })

  it('rejects with a ui_message in the language of Accept-Language', async () => {
    const partner = await signedInPartner(service)
    await Promise.all(repeat(LIMIT, () => list(partner)))
    const english = withUiMessage(ERRORS.rateLimited, 'Too many requests. Try again shortly.')
    expect(outcome(await list(partner, { 'accept-language': 'en' }))).toEqual(english)
  })

  it('admits exactly its limit of concurrent requests', async () => {
    const partner = await signedInPartner(service)
    const expected = [...repeat(LIMIT, () => 200), ...repeat(7, () => 429)]
    expect(await sortedStatuses(repeat(LIMIT + 7, () => list(partner)))).toEqual(expected)
  })

  it('counts all users, tokens and addresses of a partner together, and partners separately', async () => {
    const partner = await signedInPartner(service)
    const other = await signedInPartner(service)
    const again = await signedIn(service, partner.user)
    const colleague = await signedIn(service, await addColleague(service, partner.user))
    const callers = [partner, again, colleague, colleague, again]
    const admitted = callers.map((caller) => list(caller, { 'x-forwarded-for': newAddress() }))
    expect(await sortedStatuses(admitted)).toEqual(repeat(LIMIT, () => 200))
    expect(await sortedStatuses([partner, again, colleague].map((caller) => list(caller)))).toEqual([429, 429, 429])
    expect((await list(other)).status).toBe(200)
  })

  it('counts requests without a valid token, and sign-ins, by address', async () => {
    const address = newAddress()
    const sent = [
      listFrom(address),
      listFrom(address, { authorization: 'Bearer forged.token.a' }),
      listFrom(address, { authorization: 'Bearer forged.token.b' }),
      listFrom(address, { authorization: 'Basic x' }),
      request(limited, 'POST', '/tokens', {}, { 'x-forwarded-for': address }),
    ]
    expect(await sortedStatuses(sent)).toEqual(repeat(LIMIT, () => 401))
    expect((await listFrom(address)).status).toBe(429)
    const signIn = await request(limited, 'POST', '/tokens', {}, { 'x-forwarded-for': address })
    expect(outcome(signIn)).toEqual(ERRORS.rateLimited)

    expect((await listFrom(newAddress())).status).toBe(401)
    const partner = await signedInPartner(service)
    expect((await list(partner, { 'x-forwarded-for': address })).status).toBe(200)
  })

  it('counts an IPv6 network of 64 bits as one address', async () => {
    const sent = Array.from({ length: LIMIT }, (_, host) => listFrom(`2001:db8:0:1::${host}`))
    expect(await sortedStatuses(sent)).toEqual(repeat(LIMIT, () => 401))
    expect((await listFrom('2001:db8:0:1:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await listFrom('2001:db8:0:2::1')).status).toBe(401)
  })

  it('limits all networks of an IPv6 site (/48) to sixteen times the limit together, and sites separately', async () => {
    const SITE_MULTIPLE = 16
    // From 20 networks of the site, each below its own limit.
    const sent = Array.from({ length: SITE_MULTIPLE * LIMIT }, (_, index) => listFrom(`2001:db8:5:${index % 20}::1`))
    expect(await sortedStatuses(sent)).toEqual(Array(SITE_MULTIPLE * LIMIT).fill(401))
    const rejected = await listFrom('2001:db8:5:ffff::1')
    expect(outcome(rejected)).toEqual(ERRORS.rateLimited)
    expect(rejected.headers.get('ratelimit')).toMatch(/^"default";r=0;/)
    expect((await listFrom('2001:db8:6::1')).status).toBe(401)
  })

  it('counts an IPv4 address and its IPv4-mapped IPv6 form together', async () => {
    const address = newAddress()
    await Promise.all(repeat(LIMIT, () => listFrom(`::ffff:${address}`)))
    expect((await listFrom(address)).status).toBe(429)
  })

  it("uses a trusted proxy's address when its X-Forwarded-For is invalid", async () => {
    const sent = repeat(LIMIT + 1, () => listFrom('unknown'))
    expect(await sortedStatuses(sent)).toEqual([...repeat(LIMIT, () => 401), 429])
  })

  it('counts a client by the last address of X-Forwarded-For that is not a trusted proxy, and ignores those before it', async () => {
    const address = newAddress()
    // A client can forge everything before its address, and trusted proxies append their addresses after it.
    const chains = ['1.2.3.4', '127.0.0.1', 'unknown', '::1', '"><script>'].map((forged) => `${forged}, ${address}`)
    expect(chains).toHaveLength(LIMIT)
    expect(await sortedStatuses(chains.map((chain) => listFrom(chain)))).toEqual(repeat(LIMIT, () => 401))
    expect((await listFrom(`9.9.9.9, ${address}, 127.0.0.1`)).status).toBe(429)
    expect((await listFrom(`${address}, ${newAddress()}`)).status).toBe(401)
  })

  it.each<[forwarded: (address: string) => string, name: string]>([
    [(address) => `${address}:49152`, 'a port'],
    [(address) => `[::ffff:${address}]`, 'brackets'],
    [(address) => `[::ffff:${address}]:443`, 'brackets and a port'],
    [(address) => `"[::ffff:${address}]:443"`, 'quotes'],
    [(address) => `1.2.3.4, ${address}:49152, 127.0.0.1:8080`, 'a port after it and after a trusted proxy'],
  ])('counts a client by the address that a proxy forwards with %2$s', async (forwarded) => {
    const address = newAddress()
    await Promise.all(repeat(LIMIT, () => listFrom(forwarded(address))))
    expect((await listFrom(address)).status).toBe(429)
    expect((await listFrom(forwarded(newAddress()))).status).toBe(401)
  })

  it('counts the /64 of an IPv6 address in brackets with a port', async () => {
    const network = '2001:db8:77:1'
    await Promise.all(repeat(LIMIT, () => listFrom(`[${network}::1]:50000`)))
    expect((await listFrom(`${network}::2`)).status).toBe(429)
  })

  it('logs once that a trusted proxy forwards something unreadable, and that forwarded requests are not trusted', async () => {
    /** Returns the warnings of an instance that receives three requests with the header. */
    const warningsOf = async (settings: Record<string, string>, forwarded: string, header = 'x-forwarded-for') => {
      const instance = await listenOn(service.database, settings)
      for (let sent = 0; sent < 3; sent += 1) {
        await request(instance, 'GET', '/partner-accounts', undefined, { [header]: forwarded })
      }
      const lines = instance.logged().split('\n')
      await instance.stop()
      return lines.filter((line) => line.includes('(reported once)'))
    }
    const trusted = { TRUSTED_PROXIES: '127.0.0.1' }
    expect(await warningsOf(trusted, 'unknown')).toEqual([expect.stringContaining('"forwarded":"unknown"')])
    expect(await warningsOf(trusted, '203.0.113.9:50000')).toEqual([])
    expect(await warningsOf({}, '203.0.113.9')).toEqual([expect.stringContaining('TRUSTED_PROXIES is unset')])
    expect(await warningsOf({ TRUSTED_PROXIES: '10.0.0.0/8' }, '203.0.113.9')).toEqual([
      expect.stringMatching(/"proxy":"127\.0\.0\.1".*TRUSTED_PROXIES does not contain/),
    ])
    expect(await warningsOf(trusted, 'for=203.0.113.9', 'forwarded')).toEqual([
      expect.stringContaining('forwards no X-Forwarded-For'),
    ])
  })

  it.each(['1.2.3.4:x', '[1.2.3.4]', '999.1.1.1', '1.2.3', '0x7f.1', 'fe80::1%a-b', '-', 'a'.repeat(4_000)])(
    'counts %.20s, which is not an address, for the proxy',
    async (invalid) => {
      const proxied = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '1', TRUSTED_PROXIES: '127.0.0.0/8' })
      const send = (forwarded: string) =>
        request(proxied, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': forwarded })
      expect(await sortedStatuses([send(invalid), send('unknown')])).toEqual([401, 429])
      await proxied.stop()
    },
  )

  it('ignores X-Forwarded-For from clients that are not trusted proxies', async () => {
    const direct = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '2' })
    const send = () => request(direct, 'GET', '/partner-accounts', undefined, { 'x-forwarded-for': newAddress() })
    expect(await sortedStatuses(repeat(3, send))).toEqual([401, 401, 429])
    await direct.stop()
  })

  it('counts requests regardless of their status, and returns the remaining number with each', async () => {
    const partner = await signedInPartner(service, { permissions: ['accounts:read'] })
    const headers = ['authorization', `Bearer ${partner.token}`]
    const path = '/partners/v1/partner-accounts'
    const requests = [
      { method: 'HEAD', path, status: 200 },
      { method: 'POST', path, status: 403 },
      { method: 'GET', path: `${path}/x`, status: 422 },
      { method: 'OPTIONS', path, status: 204 },
      { method: 'PURGE', path, status: 405 },
    ]
    for (const [index, { status, ...sent }] of requests.entries()) {
      const response = await sendRaw(limited, { ...sent, headers })
      expect(response.status).toBe(status)
      expect(response.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${LIMIT - 1 - index};t=\\d+$`))
    }
    expect((await sendRaw(limited, { method: 'GET', path: '/partners/v1/nowhere', headers })).status).toBe(429)
  })

  it('does not count health checks and scrapes', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      const responses = await Promise.all(repeat(LIMIT + 1, () => fetch(`${limited.origin}${path}`)))
      expect(responses.map(({ status }) => status)).toEqual(repeat(LIMIT + 1, () => 200))
    }
  })

  it('admits requests again after Retry-After, and does not count rejected requests', async () => {
    const { token } = await signedInPartner(service)
    const send = () => request(limited, 'GET', '/partner-accounts', undefined, { authorization: `Bearer ${token}` })
    const responses = await Promise.all(repeat(40, send))
    const rejected = responses.findLast(({ status }) => status === 429)!
    const seconds = Number(rejected.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)

    skipTime(seconds * 1000)
    expect((await send()).status).toBe(200)
    // All requests admitted so far leave the window.
    skipTime(60_000)
    expect(await sortedStatuses(repeat(LIMIT, send))).toEqual(repeat(LIMIT, () => 200))
  })
})
