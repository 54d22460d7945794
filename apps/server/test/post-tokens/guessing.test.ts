import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InProcessSlidingWindow } from '../../src/rate-limit/in-process-sliding-window.ts'
import { LimitedSignIns } from '../../src/rate-limit/limited-sign-ins.ts'
import { toDecision } from '../../src/rate-limit/rate-limiter.ts'
import {
  addPortalUser,
  type TestResponse,
  request,
  startTestService,
  type TestPortalUser,
  type TestService,
} from '../harness.ts'

/** Maximum number of failed sign-ins to one account from one address. */
const PER_ACCOUNT = 5
/** Maximum number of failed sign-ins to all accounts from one address. */
const PER_ADDRESS = 100

describe('POST /tokens against password guessing', () => {
  let service: TestService
  beforeAll(async () => {
    // With a trusted proxy, each test can use a different address.
    service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => service.stop())

  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `198.51.100.${addresses}`
  }
  const attempt = (email: string, password: string, address: string): Promise<TestResponse> =>
    request(service, 'POST', '/tokens', { email, password }, { 'x-forwarded-for': address })
  const guess = async (user: TestPortalUser, times: number, address: string) => {
    const statuses: number[] = []
    for (let made = 0; made < times; made++) statuses.push((await attempt(user.email, 'wrong', address)).status)
    return statuses
  }

  it('returns 429 with Retry-After after five wrong passwords, even for the right one', async () => {
    const user = await addPortalUser(service)
    const address = newAddress()
    expect(await guess(user, PER_ACCOUNT, address)).toEqual(Array(PER_ACCOUNT).fill(401))
    const rejected = await attempt(user.email.toUpperCase(), user.password, address)
    expect(rejected.status).toBe(429)
    expect(rejected.body._code).toBe(429)
    // The window is 15 minutes.
    const retryAfter = Number(rejected.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(800)
    expect(retryAfter).toBeLessThanOrEqual(900)
  })

  it('finds no account by characters that Unicode lower-cases to ASCII, so they cannot evade the count', async () => {
    const user = await addPortalUser(service)
    const address = newAddress()
    const { prisma } = service.database
    const email = `iki.${user.email}`
    await prisma.portalUser.updateMany({ where: { id: user.id }, data: { email } })
    // PostgreSQL's lower() turns İ into i, JavaScript's toLowerCase() the Kelvin sign into k.
    for (const variant of [email.replace('i', 'İ'), email.replace('k', '\u212a'), email.replace('i', 'ı')]) {
      expect((await attempt(variant, user.password, newAddress())).body._code).toBe(1418)
    }
    expect(await guess({ ...user, email: email.toUpperCase() }, PER_ACCOUNT, address)).toEqual(
      Array(PER_ACCOUNT).fill(401),
    )
    expect((await attempt(email, user.password, address)).status).toBe(429)
  })

  it('does not block other addresses or other accounts', async () => {
    const user = await addPortalUser(service)
    const other = await addPortalUser(service)
    const address = newAddress()
    await guess(user, PER_ACCOUNT + 1, address)
    expect((await attempt(user.email, user.password, newAddress())).status).toBe(200)
    expect((await attempt(other.email, other.password, address)).status).toBe(200)
  })

  it('counts attempts before it checks them, so concurrent attempts cannot exceed the limit', async () => {
    const user = await addPortalUser(service)
    const address = newAddress()
    const attempts = await Promise.all(Array.from({ length: 20 }, () => attempt(user.email, 'wrong', address)))
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(PER_ACCOUNT)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(20 - PER_ACCOUNT)
  })

  it('does not block a client with many concurrent successful sign-ins', async () => {
    const user = await addPortalUser(service)
    const address = newAddress()
    const attempts = await Promise.all(Array.from({ length: 12 }, () => attempt(user.email, user.password, address)))
    expect(attempts.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  it('does not count successful sign-ins or users who are not activated', async () => {
    const user = await addPortalUser(service)
    const invited = await addPortalUser(service, { status: 'invited' })
    const address = newAddress()
    for (let made = 0; made < PER_ACCOUNT + 1; made++) {
      expect((await attempt(user.email, user.password, address)).status).toBe(200)
      expect((await attempt(invited.email, 'any', address)).body._code).toBe(24)
    }
    expect(await guess(user, 1, address)).toEqual([401])
  })

  it('returns 429 after 1,600 failures from any networks of one IPv6 site (/48)', async () => {
    const signIns = new LimitedSignIns((_kind, { requests, windowSeconds }) => {
      const maxBytes = 64 * 1024 * 1024
      const window = new InProcessSlidingWindow(requests, windowSeconds * 1000, maxBytes)
      return (key, cost) => Promise.resolve(toDecision(window.take(key, cost), 'process'))
    })
    const failFrom = async (network: string) => {
      const signIn = await signIns.reserve(`${network}@x.example`, network)
      const hasFailed = true
      await signIn.end(hasFailed)
    }
    // The limit of a site is 16 times that of an address.
    for (let network = 0; network < 16 * PER_ADDRESS; network++) {
      await failFrom(`2001:db8:0:${network.toString(16)}::/64`)
    }
    await expect(failFrom('2001:db8:0:ffff::/64')).rejects.toMatchObject({ kind: 'too-many-sign-ins' })
    await expect(failFrom('2001:db8:1:0::/64')).resolves.toBeUndefined()
  })

  it('returns 429 after a hundred failures from one address, for any accounts', async () => {
    const user = await addPortalUser(service)
    const address = newAddress()
    const attemptUnknown = (index: number) => attempt(`nobody${index}@revenda.example`, 'wrong', address)
    for (let index = 0; index < PER_ADDRESS; index++) expect((await attemptUnknown(index)).status).toBe(401)
    expect((await attemptUnknown(PER_ADDRESS)).status).toBe(429)
    expect((await attempt(user.email, user.password, address)).status).toBe(429)
    expect((await attempt(user.email, user.password, newAddress())).status).toBe(200)
  })
})
