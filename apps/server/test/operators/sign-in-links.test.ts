import { createIdGenerator, type OperatorRole } from '@partner-accounts/core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { addPortalUser, listenOn, sharedService, signIn, type TestService } from '../harness.ts'
import {
  readEveryPage,
  INTERNAL_KEY,
  internalClient,
  INVALID_KEY,
  nativeClient,
  rejectionOf,
  UNAUTHENTICATED,
} from '../internal/internal-client.ts'

const newId = createIdGenerator()
const IDLE_SECONDS = 3600
const LIFETIME_SECONDS = 12 * 3600
const INVALID_LINK = { status: 410, details: expect.stringMatching(/^Invalid sign-in link/) as string }

describe('Operators', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })
  afterEach(() => void vi.useRealTimers())

  const createLink = (input: { email?: string; role?: OperatorRole } = {}) =>
    internalClient(service).console.createLink.mutate(input)
  const getSession = (browser: BrowserClient, headers?: Record<string, string>) =>
    browser.page(headers).operators.getSession.query()
  const minutesUntil = (time: string) => (Date.parse(time) - Date.now()) / 60_000
  const advanceDate = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  it('sign in with a link that is valid for 10 minutes, and get a cookie that scripts cannot read', async () => {
    const email = `Ana.${newId()}@empresa.example`
    const { url, expiresAt, ...link } = await createLink({ email, role: 'support' })
    expect(link).toEqual({ email: email.toLowerCase(), role: 'support' })
    expect(url).toMatch(/^http:\/\/localhost:3000\/console\/sign-in#link=pao_[\w-]{43}$/)
    expect(minutesUntil(expiresAt)).toBeCloseTo(10, 0)

    const browser = new BrowserClient(service, 'console')
    const session = await browser.redeem(url)
    const name = email.toLowerCase()
    const expected = {
      id: expect.any(String),
      email: name,
      name,
      role: 'support',
      createdBy: 'internal:test',
      startedAt: expect.any(String),
      expiresAt: expect.any(String),
      userAgent: 'node',
      network: '127.0.0.1',
    }
    expect(session).toEqual(expected)
    expect(await getSession(browser)).toEqual(session)
    // A JWT begins with `eyJ`.
    expect(browser.cookie).toMatch(/^console-session=eyJ/)
    expect(browser.attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${IDLE_SECONDS}`])
    expect(minutesUntil(session.expiresAt)).toBeCloseTo(LIFETIME_SECONDS / 60, 0)
  })

  it('sign in as administrators without an e-mail by default, on any instance', async () => {
    const other = await listenOn(service.database, { PUBLIC_URL: 'https://contas.example/api' })
    const { url, ...link } = await createLink()
    expect(link).toMatchObject({ email: null, role: 'admin' })
    const browser = new BrowserClient(other, 'console')
    expect(await browser.redeem(url)).toMatchObject({ email: null, name: 'test', role: 'admin' })
    expect(browser.cookie).toMatch(/^__Host-console-session=/)
    expect(browser.attributes).toContain('Secure')
    expect((await internalClient(other).console.createLink.mutate()).url).toMatch(
      /^https:\/\/contas\.example\/api\/console\/sign-in#link=/,
    )
    await other.stop()
  })

  it('can use a link only once, even concurrently, and only until it expires', async () => {
    const { url } = await createLink()
    const uses = await Promise.allSettled(
      Array.from({ length: 4 }, () => new BrowserClient(service, 'console').redeem(url)),
    )
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const browser = new BrowserClient(service, 'console')
    expect(await rejectionOf(browser.redeem(url))).toEqual(INVALID_LINK)

    const expired = await createLink()
    await service.database.prisma.operatorSignInLink.updateMany({ data: { expiresAt: new Date() } })
    expect(await rejectionOf(browser.redeem(expired.url))).toEqual(INVALID_LINK)
    expect(await rejectionOf(browser.redeem('http://localhost/#link=pao_unknown'))).toEqual(INVALID_LINK)
    expect(browser.cookie).toBe('')
  })

  it('do not use up a link by opening its URL, or from a page of another origin', async () => {
    const { url } = await createLink()
    await fetch(`${service.origin}${new URL(url).pathname}`)
    const stranger = { 'sec-fetch-site': 'cross-site', origin: 'https://stranger.example' }
    const token = new URL(url).hash.replace('#link=', '')
    const browser = new BrowserClient(service, 'console')
    for (const headers of [stranger, { 'x-session': '' }, { 'x-session': 'portal' }]) {
      const call = browser.page(headers).operators.signIn.mutate({ token })
      expect(await rejectionOf(call)).toMatchObject({ status: 400 })
    }
    expect(await browser.redeem(url)).toMatchObject({ role: 'admin' })
    expect(service.logged()).not.toContain(token)
  })

  it('cannot be impersonated by a page from another origin', async () => {
    const browser = await BrowserClient.ofOperator(service)
    const { cookie } = browser
    const origin = 'https://stranger.example'
    const url = `${service.origin}/trpc/internal.partners.create`
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-session',
      },
    })
    const allowed = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(allowed).toEqual([])

    // A page can send these without a preflight, by a form or with simple headers.
    const before = await service.database.prisma.auditEntry.count()
    const body = JSON.stringify({ name: 'Nova' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const sent = await fetch(url, { method: 'POST', headers: { origin, cookie, 'content-type': type }, body })
      expect(sent.status).toBe(415)
    }
    const list = await fetch(`${service.origin}/trpc/internal.partners.list`, { headers: { origin, cookie } })
    expect([list.status, list.headers.get('access-control-allow-origin')]).toEqual([401, null])
    expect(await service.database.prisma.auditEntry.count()).toBe(before)
  })

  it('create links as administrators only', async () => {
    const admin = await BrowserClient.ofOperator(service, { email: 'chefe@empresa.example' })
    const { url } = await admin.page().internal.console.createLink.mutate({ role: 'viewer' })
    const viewer = new BrowserClient(service, 'console')
    expect(await viewer.redeem(url)).toMatchObject({ name: 'chefe@empresa.example', role: 'viewer' })
    for (const role of ['viewer', 'support'] as const) {
      const browser = await BrowserClient.ofOperator(service, { role })
      expect(await rejectionOf(browser.page().internal.console.createLink.mutate())).toMatchObject({ status: 403 })
    }
  })

  /** Signs in with a link that another operator creates. */
  const redeemLinkOf = async (creator: BrowserClient, link: { email?: string; role?: OperatorRole } = {}) => {
    const browser = new BrowserClient(service, 'console')
    await browser.redeem((await creator.page().internal.console.createLink.mutate(link)).url)
    return browser
  }

  it('lose their links, and the sessions started with them, when their session ends', async () => {
    const first = await BrowserClient.ofOperator(service)
    const second = await redeemLinkOf(first)
    const third = await redeemLinkOf(second)
    const { url } = await second.page().internal.console.createLink.mutate()
    const sibling = await redeemLinkOf(first)
    await internalClient(service).console.endSession.mutate({ id: (await getSession(second)).id })
    for (const browser of [second, third]) expect(await rejectionOf(getSession(browser))).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(new BrowserClient(service, 'console').redeem(url))).toEqual(INVALID_LINK)
    expect(await getSession(sibling)).toMatchObject({ role: 'admin' })
    await first.page().operators.signOut.mutate()
    expect(await rejectionOf(getSession(sibling))).toEqual(UNAUTHENTICATED)
  })

  it("get no session from a link used while its creator's session ends", async () => {
    for (let round = 0; round < 10; round++) {
      const creator = await BrowserClient.ofOperator(service)
      const { url } = await creator.page().internal.console.createLink.mutate()
      const browser = new BrowserClient(service, 'console')
      const [signedOut] = await Promise.allSettled([creator.page().operators.signOut.mutate(), browser.redeem(url)])
      expect(signedOut.status).toBe('fulfilled')
      expect(await rejectionOf(getSession(browser))).toEqual(UNAUTHENTICATED)
    }
  })

  it('create no link or session that outlasts their own session', async () => {
    const first = await BrowserClient.ofOperator(service)
    const { id } = await getSession(first)
    const expiresAt = new Date(Date.now() + 300_000)
    await service.database.prisma.operatorSession.update({ where: { id }, data: { expiresAt } })
    const second = await redeemLinkOf(first)
    expect(await getSession(await redeemLinkOf(second))).toMatchObject({
      expiresAt: (await getSession(first)).expiresAt,
    })
    const link = await second.page().internal.console.createLink.mutate()
    expect(link.expiresAt).toBe((await getSession(first)).expiresAt)
  })

  it.each([
    ['without X-Session', { 'x-session': '' }],
    ['from a page of the portal', { 'x-session': 'portal' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the site', { 'sec-fetch-site': 'same-site' }],
    ['with the Origin of another site', { origin: 'https://stranger.example' }],
    ['for another session', { 'x-session-user': 'f'.repeat(24) }],
    ['with an invalid key', { authorization: 'Bearer eyJ' }],
  ])('have no session in requests %s', async (_case, headers: Record<string, string>) => {
    const browser = await BrowserClient.ofOperator(service)
    const { cookie } = browser
    const { internal } = browser.page(headers)
    expect(await rejectionOf(getSession(browser, headers))).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(internal.partners.list.query())).toEqual(INVALID_KEY)
    expect(await rejectionOf(internal.partners.create.mutate({ name: 'Nova' }))).toEqual(INVALID_KEY)
    expect(browser.cookie).toBe(cookie)
    expect(await getSession(browser)).toMatchObject({ role: 'admin' })
  })

  it('are not accepted as portal users, nor portal users as operators', async () => {
    const user = await addPortalUser(service)
    const operator = await BrowserClient.ofOperator(service)
    const portalUser = await BrowserClient.signedIn(service, user)
    const { sessions, accounts, team } = operator.page()
    // Awaits all of them together: a rejection before its `await` would be an unhandled error.
    const calls = [sessions.getCurrent.query(), accounts.list.query(), team.list.query()]
    for (const rejection of await Promise.all(calls.map(rejectionOf))) expect(rejection).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(portalUser.page().internal.partners.list.query())).toEqual(INVALID_KEY)

    const portalSession = portalUser.cookie.replace('portal-session=', '')
    const token = await signIn(service, user)
    const [, consoleSession] = operator.cookie.split('=')
    for (const forged of [portalSession, token, INTERNAL_KEY, `${consoleSession}x`]) {
      const browser = new BrowserClient(service, 'console')
      browser.cookie = `console-session=${forged}`
      expect(await rejectionOf(getSession(browser))).toEqual(UNAUTHENTICATED)
    }
    const bearer = nativeClient(service, `Bearer ${consoleSession}`)
    expect(await rejectionOf(bearer.internal.partners.list.query())).toEqual(INVALID_KEY)
    expect(await rejectionOf(bearer.operators.getSession.query())).toEqual(UNAUTHENTICATED)

    // One browser may have both cookies.
    const both = new BrowserClient(service, 'console')
    both.cookie = `${portalUser.cookie}; ${operator.cookie}`
    expect(await getSession(both)).toMatchObject({ role: 'admin' })
    expect(await both.page({ 'x-session': 'portal' }).sessions.getCurrent.query()).toMatchObject({ id: user.id })
  })

  it('end all copies of their session when they sign out', async () => {
    const browser = await BrowserClient.ofOperator(service)
    const copy = new BrowserClient(service, 'console')
    copy.cookie = browser.cookie
    await browser.page().operators.signOut.mutate()
    expect(browser.cookie).toBe('')
    expect(await rejectionOf(getSession(copy))).toEqual(UNAUTHENTICATED)
    await copy.page().operators.signOut.mutate()
    expect(copy.cookie).toBe('')
  })

  it('are listed while they are signed in, and signed out by administrators', async () => {
    const email = `${newId()}@empresa.example`
    const operator = await BrowserClient.ofOperator(service, { email })
    const admin = internalClient(service).console
    const { id, expiresAt } = await getSession(operator)
    const findListed = async () =>
      (await readEveryPage((cursor) => admin.listSessions.query({ cursor, limit: 2 }))).filter(
        (session) => session.id === id,
      )
    const session = {
      id,
      email,
      name: email,
      role: 'admin',
      createdBy: 'internal:test',
      startedAt: expect.any(String),
      expiresAt,
      userAgent: 'node',
      network: '127.0.0.1',
    }
    expect(await findListed()).toEqual([session])

    const support = await BrowserClient.ofOperator(service, { role: 'support' })
    expect(await rejectionOf(support.page().internal.console.endSession.mutate({ id }))).toMatchObject({ status: 403 })
    expect(await getSession(operator)).toMatchObject({ id })
    expect(await admin.endSession.mutate({ id })).toEqual(session)
    expect(await rejectionOf(getSession(operator))).toEqual(UNAUTHENTICATED)
    expect(await findListed()).toEqual([])
    expect(await rejectionOf(admin.endSession.mutate({ id }))).toMatchObject({ status: 404 })
    expect((await internalClient(service).audit.list.query({ recordId: id })).items[0]).toMatchObject({
      actor: 'internal:test',
      action: 'operator.session-ended',
    })
  })

  it('lose all sessions and unused links when an administrator ends them, but nobody else does', async () => {
    const email = `${newId()}@empresa.example`
    const first = await BrowserClient.ofOperator(service, { email })
    const second = await BrowserClient.ofOperator(service, { email, role: 'viewer' })
    const other = await BrowserClient.ofOperator(service, { email: `x${email}`, role: 'support' })
    const { url } = await createLink({ email })
    const ids = [(await getSession(first)).id, (await getSession(second)).id].toSorted()

    const operator = email.toUpperCase()
    const rejected = other.page().internal.console.endSessions.mutate({ operator })
    expect(await rejectionOf(rejected)).toMatchObject({ status: 403 })
    const { console: admin, audit } = internalClient(service)
    const { items } = await admin.endSessions.mutate({ operator })
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids)

    for (const browser of [first, second]) expect(await rejectionOf(getSession(browser))).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(new BrowserClient(service, 'console').redeem(url))).toEqual(INVALID_LINK)
    expect(await getSession(other)).toMatchObject({ role: 'support' })
    for (const recordId of ids)
      expect((await audit.list.query({ recordId })).items[0]).toMatchObject({ action: 'operator.session-ended' })
    expect(await rejectionOf(admin.endSessions.mutate({ operator }))).toMatchObject({ status: 404 })
  })

  it('lose an idle session, and one that reached its maximum lifetime', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const idle = await BrowserClient.ofOperator(service)
    const used = await BrowserClient.ofOperator(service)
    for (let elapsed = 0; elapsed < LIFETIME_SECONDS - IDLE_SECONDS; elapsed += IDLE_SECONDS / 2) {
      advanceDate(IDLE_SECONDS / 2)
      await getSession(used)
    }
    expect(await rejectionOf(getSession(idle))).toEqual(UNAUTHENTICATED)
    advanceDate(IDLE_SECONDS - 1)
    expect(await getSession(used)).toMatchObject({ role: 'admin' })
    advanceDate(2)
    expect(await rejectionOf(getSession(used))).toEqual(UNAUTHENTICATED)
  })

  it('lose their session when its row expires before the cookie', async () => {
    const browser = await BrowserClient.ofOperator(service)
    const { id } = await getSession(browser)
    await service.database.prisma.operatorSession.update({ where: { id }, data: { expiresAt: new Date() } })
    expect(await rejectionOf(getSession(browser))).toEqual(UNAUTHENTICATED)
  })

  it('appear in the audit trail by e-mail, with the key that created their link', async () => {
    const email = `${newId()}@empresa.example`
    const browser = await BrowserClient.ofOperator(service, { email })
    const { id } = await getSession(browser)
    const { internal, operators } = browser.page()
    const partner = await internal.partners.create.mutate({ name: 'Nova' })
    await operators.signOut.mutate()

    const { audit } = internalClient(service)
    expect((await audit.list.query({ recordId: id })).items).toMatchObject([
      { actor: `operator:${email}`, via: 'internal:test', action: 'operator.signed-out' },
      { actor: `operator:${email}`, via: 'internal:test', action: 'operator.signed-in' },
      { actor: 'internal:test', via: null, action: 'operator.link-created' },
    ])
    expect((await audit.list.query({ actor: `operator:${email}`, action: 'partner.created' })).items).toMatchObject([
      { subjectId: partner.id, via: 'internal:test' },
    ])
  })

  it('are not counted by the rate limit', async () => {
    const limited = await listenOn(service.database, { RATE_LIMIT_REQUESTS: '2' })
    const browser = await BrowserClient.ofOperator(limited)
    for (let call = 0; call < 4; call++) expect(await getSession(browser)).toMatchObject({ role: 'admin' })
    await limited.stop()
  })
})
