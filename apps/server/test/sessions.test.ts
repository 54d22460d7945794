import { createIdGenerator, LIMITS } from '@partner-accounts/core'
import { generateSync } from 'otplib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FOREIGN_REQUESTS } from './foreign-requests.ts'
import { BrowserClient } from './browser-client.ts'
import {
  addPortalUser,
  listenOn,
  PROPAGATION_LIMIT_MS,
  request,
  sharedService,
  signIn,
  skipTime,
  type TestPortalUser,
  type TestService,
} from './harness.ts'
import { INTERNAL_KEY, internalClient, nativeClient, rejectionOf, UNAUTHENTICATED } from './internal/internal-client.ts'

const newId = createIdGenerator()
const IDLE_SECONDS = 12 * 3600
const LIFETIME_SECONDS = 7 * 86_400

describe('Session cookies', () => {
  let service: TestService
  let user: TestPortalUser
  beforeAll(async () => {
    service = await sharedService()
    user = await addPortalUser(service)
  })
  afterEach(() => void vi.useRealTimers())

  const signedIn = () => BrowserClient.signedIn(service, user)
  const session = (browser: BrowserClient, headers?: Record<string, string>) =>
    browser.page(headers).sessions.getCurrent.query()
  /** Moves the time forward. Requires fake timers. */
  const skipSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  it('authenticate native calls and cannot be read by scripts', async () => {
    const browser = await signedIn()
    expect(browser.cookie).toMatch(/^portal-session=eyJ/)
    expect(browser.attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${IDLE_SECONDS}`])
    expect(await session(browser)).toMatchObject({ id: user.id, email: user.email })
    expect((await browser.page().accounts.list.query())._meta.total).toBe(0)
  })

  it('are Secure and limited to the host when the service has an https address', async () => {
    const instance = await listenOn(service.database, { PUBLIC_URL: 'https://contas.example' })
    const browser = await BrowserClient.signedIn(instance, user)
    expect(browser.cookie).toMatch(/^__Host-portal-session=eyJ/)
    expect(browser.attributes).toContain('Secure')
    expect(await session(browser)).toMatchObject({ id: user.id })
    await instance.stop()
  })

  it('end with the sign-out of the browser', async () => {
    const browser = await signedIn()
    await browser.page().sessions.signOut.mutate()
    expect(browser.cookie).toBe('')
    expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
  })

  it('end with the sign-out on every instance, copies and renewals of the cookie included, but not other sessions', async () => {
    const browser = await signedIn()
    const thief = new BrowserClient(service)
    const elsewhere = await signedIn()
    thief.cookie = browser.cookie
    vi.useFakeTimers({ toFake: ['Date'] })
    skipSeconds(IDLE_SECONDS / 2)
    await session(thief)
    expect(thief.cookie).not.toBe(browser.cookie)
    const other = await listenOn(service.database)
    const thiefElsewhere = new BrowserClient(other)
    thiefElsewhere.cookie = browser.cookie
    expect(await session(thiefElsewhere)).toMatchObject({ id: user.id })
    await browser.page().sessions.signOut.mutate()
    skipTime(PROPAGATION_LIMIT_MS)
    for (const copy of [thief, thiefElsewhere]) expect(await rejectionOf(session(copy))).toEqual(UNAUTHENTICATED)
    expect(await session(elsewhere)).toMatchObject({ id: user.id })
    await other.stop()
  })

  it('all end when the list of ended sessions of their user is full', async () => {
    const owner = await addPortalUser(service)
    const other = await BrowserClient.signedIn(service, owner)
    const signingOut = await BrowserClient.signedIn(service, owner)
    const { portalSessions } = service.database.stores
    const ids = { userId: owner.id, partnerId: owner.partnerId }
    const rememberedSeconds = 3600
    for (let times = 0; times < LIMITS.endedSessions; times++) {
      await portalSessions.end({ ...ids, sessionId: newId() }, rememberedSeconds)
    }
    await signingOut.page().sessions.signOut.mutate()
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await rejectionOf(session(other))).toEqual(UNAUTHENTICATED)
  })

  it('are listed for their user with the browser and the last use, and end one by one on every instance', async () => {
    const listed = await addPortalUser(service)
    const here = new BrowserClient(service)
    const there = new BrowserClient(service)
    await here.page({ 'user-agent': 'Here' }).sessions.signIn.mutate(listed)
    await there.page({ 'user-agent': `There${'x'.repeat(1_000)}` }).sessions.signIn.mutate(listed)
    const list = () => here.page().sessions.list.query()
    const other = await listenOn(service.database)
    const thereOnOther = new BrowserClient(other)
    thereOnOther.cookie = there.cookie
    await session(thereOnOther)
    const [first, second] = await list()
    expect([first, second]).toEqual([
      expect.objectContaining({ isCurrent: false, userAgent: expect.stringMatching(/^Therex{251}$/) as string }),
      expect.objectContaining({ isCurrent: true, userAgent: 'Here' }),
    ])
    await here.page().sessions.end.mutate({ id: first!.id })
    expect(await list()).toEqual([second])
    skipTime(PROPAGATION_LIMIT_MS)
    for (const copy of [there, thereOnOther]) expect(await rejectionOf(session(copy))).toEqual(UNAUTHENTICATED)
    expect(await session(here)).toMatchObject({ id: listed.id })
    const { team } = (await BrowserClient.signedIn(service, listed)).page()
    expect((await team.listActivity.query({ topic: 'sign_ins' })).items).toContainEqual(
      expect.objectContaining({ action: 'portal-user.signed-out-elsewhere' }),
    )
    await other.stop()
  })

  it('have a time of last use that is written at most every five minutes', async () => {
    const listed = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, listed)
    const writes = vi.spyOn(service.database.stores.portalSessions, 'renew')
    const row = () => service.database.prisma.portalSession.findFirstOrThrow({ where: { userId: listed.id } })
    const started = await row()
    vi.useFakeTimers({ toFake: ['Date'] })
    await session(browser)
    skipSeconds(200)
    await session(browser)
    expect(writes).not.toHaveBeenCalled()
    skipSeconds(101)
    await session(browser)
    await session(browser)
    expect(writes).toHaveBeenCalledTimes(1)
    await expect.poll(async () => (await row()).lastUsedAt.getTime()).toBeGreaterThan(started.lastUsedAt.getTime())
    expect((await row()).startedAt).toEqual(started.startedAt)
    writes.mockRestore()
  })

  it('are neither listed nor ended for other users', async () => {
    const one = await signedIn()
    const other = await BrowserClient.signedIn(service, await addPortalUser(service))
    const [mine] = (await one.page().sessions.list.query()).filter(({ isCurrent }) => isCurrent)
    expect(await other.page().sessions.list.query()).toHaveLength(1)
    await other.page().sessions.end.mutate({ id: mine!.id })
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await session(one)).toMatchObject({ id: user.id })
    for (const { sessions } of [nativeClient(service), nativeClient(service, `Bearer ${INTERNAL_KEY}`)]) {
      expect(await rejectionOf(sessions.list.query())).toEqual(UNAUTHENTICATED)
      expect(await rejectionOf(sessions.end.mutate({ id: mine!.id }))).toEqual(UNAUTHENTICATED)
    }
  })

  it.each(FOREIGN_REQUESTS)('are ignored in a request %s', async (_case, headers) => {
    const browser = await signedIn()
    expect(await rejectionOf(session(browser, headers))).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(browser.page(headers).accounts.create.mutate({} as never))).toEqual(UNAUTHENTICATED)
  })

  it('are neither set nor removed by requests that do not come from the portal', async () => {
    const browser = await signedIn()
    const { cookie } = browser
    for (const headers of [{ 'x-session': '' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { sessions } = browser.page(headers)
      expect(await rejectionOf(sessions.signIn.mutate(user))).toMatchObject({ status: 400 })
      expect(await rejectionOf(sessions.signOut.mutate())).toMatchObject({ status: 400 })
    }
    expect(browser.cookie).toBe(cookie)
  })

  it('are ignored by the REST interface', async () => {
    const { cookie } = await signedIn()
    const { status } = await request(service, 'GET', '/partner-accounts', undefined, { cookie, 'x-session': 'portal' })
    expect(status).toBe(401)
  })

  it('do not start for a token that signs out elsewhere, so a stolen token stays valid for its hour only', async () => {
    const user = await addPortalUser(service)
    const headers = { authorization: `Bearer ${await signIn(service, user)}`, 'x-session': 'portal' }
    const response = await fetch(`${service.origin}/trpc/sessions.endOthers`, { method: 'POST', headers })
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('are rejected as bearer tokens, and tokens are rejected as cookies', async () => {
    const browser = await signedIn()
    const authorization = `Bearer ${browser.cookie.replace('portal-session=', '')}`
    const { status } = await request(service, 'GET', '/partner-accounts', undefined, { authorization })
    expect(status).toBe(401)
    for (const value of [await signIn(service, user), `${browser.cookie}x`, INTERNAL_KEY]) {
      browser.cookie = `portal-session=${value}`
      expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
    }
  })

  it('are renewed while they are used, for at most seven days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const browser = await signedIn()
    const first = browser.cookie
    await session(browser)
    expect(browser.cookie).toBe(first)
    for (let elapsed = 0; elapsed < LIFETIME_SECONDS - IDLE_SECONDS; elapsed += IDLE_SECONDS / 2) {
      skipSeconds(IDLE_SECONDS / 2)
      expect(await session(browser)).toMatchObject({ id: user.id })
    }
    expect(browser.cookie).not.toBe(first)
    skipSeconds(IDLE_SECONDS - 2)
    await session(browser)
    expect(browser.attributes).toContain('Max-Age=2')
    skipSeconds(3)
    expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
  })

  it.each(['signing out elsewhere', 'a new password', 'a second factor'])('are not prolonged by %s', async (change) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const owner = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, owner)
    for (let elapsed = 0; elapsed < LIFETIME_SECONDS - IDLE_SECONDS; elapsed += IDLE_SECONDS / 2) {
      skipSeconds(IDLE_SECONDS / 2)
      await session(browser)
    }
    const { passwords, secondFactors, sessions } = browser.page()
    const currentPassword = owner.password
    if (change === 'signing out elsewhere') {
      await sessions.endOthers.mutate()
    } else if (change === 'a new password') {
      await passwords.update.mutate({ currentPassword, password: 'correct horse battery' })
    } else {
      const { secret } = await secondFactors.create.mutate({ currentPassword })
      await secondFactors.confirm.mutate({ code: generateSync({ secret }) })
    }
    expect(browser.attributes).toContain(`Max-Age=${IDLE_SECONDS}`)
    skipSeconds(IDLE_SECONDS - 2)
    await session(browser)
    expect(browser.attributes).toContain('Max-Age=2')
    skipSeconds(3)
    expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
  })

  it('expire after 12 hours without requests', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const browser = await signedIn()
    skipSeconds(IDLE_SECONDS + 1)
    expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
  })

  it('end permanently on every instance when the user is disabled', async () => {
    const disabled = await addPortalUser(service)
    const other = await listenOn(service.database)
    const here = await BrowserClient.signedIn(service, disabled)
    const there = await BrowserClient.signedIn(other, disabled)
    await session(there)
    await internalClient(service).portalUsers.disable.mutate({ id: disabled.id })
    skipTime(PROPAGATION_LIMIT_MS)
    for (const browser of [here, there]) expect(await rejectionOf(session(browser))).toEqual(UNAUTHENTICATED)
    await other.stop()
  })
})
