import { createIdGenerator } from '@partner-accounts/core'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FOREIGN_REQUESTS } from './foreign-requests.ts'
import { BrowserClient } from './browser-client.ts'
import {
  accountBody,
  addPortalUser,
  listenOn,
  type PartnerClient,
  PROPAGATION_LIMIT_MS,
  request,
  sharedService,
  signedIn,
  signedInPartner,
  signIn,
  skipTime,
  type TestService,
} from './harness.ts'
import {
  ACCOUNT_NOT_FOUND,
  addAccount,
  internalClient,
  nativeClient,
  rejectionOf,
  UNAUTHENTICATED,
  UNKNOWN_ID,
} from './internal/internal-client.ts'

const newId = createIdGenerator()

let service: TestService
let live: PartnerClient
let test: PartnerClient
beforeAll(async () => {
  service = await sharedService()
  live = await signedInPartner(service)
  test = await signedInPartner(service, { testOf: live.user.partnerId })
})

const nativeOf = ({ token }: PartnerClient) => nativeClient(service, `Bearer ${token}`)

it('partners.create adds one test partner to a live one, and none to a test partner', async () => {
  const { partners } = internalClient(service)
  const { id: testOf } = await partners.create.mutate({ name: 'Revenda Sul' })
  const created = await partners.create.mutate({ name: 'Revenda Sul (teste)', testOf })
  expect(created).toMatchObject({ mode: 'test', testOf })
  expect(await partners.get.query({ id: created.id })).toMatchObject({ mode: 'test', testOf, testPartnerId: null })
  const livePartner = await partners.get.query({ id: testOf })
  expect(livePartner).toMatchObject({ mode: 'live', testOf: null, testPartnerId: created.id })
  const rejectionFor = (id: string) => rejectionOf(partners.create.mutate({ name: 'Outra', testOf: id }))
  expect(await rejectionFor(testOf)).toMatchObject({ status: 409 })
  expect(await rejectionFor(created.id)).toMatchObject({ status: 422 })
  expect(await rejectionFor(UNKNOWN_ID)).toMatchObject({ status: 404 })
})

it('a manager opens the test partner with one click, beside the live session of the same browser', async () => {
  const user = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, user)
  const { cookie } = browser
  const { id } = await browser.page().testPartner.open.mutate()
  const opened = await browser.testPage().sessions.getCurrent.query()
  expect(opened).toMatchObject({ id, name: 'Ana', isOpenedFromLive: true, partner: { mode: 'test' } })
  expect(opened.permissions).toEqual((await internalClient(service).portalUsers.get.query({ id: user.id })).permissions)
  const { id: testId } = opened.partner
  expect(await internalClient(service).partners.get.query({ id: testId })).toMatchObject({ testOf: user.partnerId })
  expect(browser.cookie).toBe(cookie)
  expect(await browser.page().sessions.getCurrent.query()).toMatchObject({
    id: user.id,
    isOpenedFromLive: false,
    partner: { id: user.partnerId },
  })
  expect(await rejectionOf(browser.testPage().testPartner.open.mutate())).toMatchObject({ status: 422 })
  const { email, password } = await browser.testPage().team.createIntegration.mutate({
    name: 'ERP',
    permissions: ['accounts:create'],
  })
  const token = await signIn(service, { email, password })
  expect((await nativeClient(service, `Bearer ${token}`).sessions.getCurrent.query()).partner.id).toBe(testId)
})

it('a page in live mode and a page in test mode create accounts at the same time, each for its partner', async () => {
  const browser = await BrowserClient.signedIn(service, await addPortalUser(service))
  await browser.page().testPartner.open.mutate()
  const pages = [browser.page(), browser.testPage()]
  const created = await Promise.all(pages.map((page) => page.accounts.create.mutate(accountBody())))
  const lists = await Promise.all(pages.map((page) => page.accounts.list.query()))
  expect(lists.map(({ _items }) => _items.map(({ _id }) => _id))).toEqual(created.map(({ _id }) => [_id]))
})

it('opening the test partner again continues its session, or starts a new one if that session has ended', async () => {
  const user = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, user)
  const open = async () => {
    await browser.page().testPartner.open.mutate()
    return browser.testPage().sessions.list.query()
  }
  const [first] = await open()
  expect(await open()).toEqual([expect.objectContaining({ id: first!.id, isCurrent: true })])
  await browser.testPage().sessions.endOthers.mutate()
  const [second] = await browser.testPage().sessions.list.query()
  await browser.testPage().sessions.end.mutate({ id: second!.id })
  const listed = await open()
  expect(listed).toEqual([expect.objectContaining({ isCurrent: true })])
  expect([first!.id, second!.id]).not.toContain(listed[0]!.id)

  await browser.signIn(user)
  expect(browser.testCookie).toBe('')
  await open()
  expect(await browser.testPage().sessions.getCurrent.query()).toMatchObject({ partner: { mode: 'test' } })
})

describe('A session of test mode', () => {
  let browser: BrowserClient
  beforeAll(async () => {
    browser = await BrowserClient.signedIn(service, await addPortalUser(service))
    await browser.page().testPartner.open.mutate()
  })

  it.each<[string, Record<string, string>]>([
    ...FOREIGN_REQUESTS,
    ['with an X-Session of two pages', { 'x-session': 'portal, portal-test' }],
  ])('is ignored in a request %s', async (_case, headers) => {
    const page = browser.testPage(headers)
    expect(await rejectionOf(page.sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
    expect(await rejectionOf(page.accounts.create.mutate({} as never))).toEqual(UNAUTHENTICATED)
  })

  it('does not authenticate a page in live mode, nor a live session a page in test mode', async () => {
    const swapped = new BrowserClient(service)
    swapped.cookie = browser.testCookie.replace('portal-test-session', 'portal-session')
    swapped.testCookie = browser.cookie.replace('portal-session', 'portal-test-session')
    for (const page of [swapped.page(), swapped.testPage()])
      expect(await rejectionOf(page.sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
    const onlyTest = new BrowserClient(service)
    onlyTest.testCookie = browser.testCookie
    expect(await rejectionOf(onlyTest.page().sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
  })

  it('has the cookie attributes of a live session', async () => {
    const { headers } = await browser.send('/trpc/testPartner.open', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/^portal-test-session=eyJ[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  })

  it.each(['page', 'testPage'] as const)('ends together with the live session when a %s signs out', async (page) => {
    const original = await BrowserClient.signedIn(service, await addPortalUser(service))
    await original.page().testPartner.open.mutate()
    const copy = new BrowserClient(service)
    copy.cookie = original.cookie
    copy.testCookie = original.testCookie
    await original[page]().sessions.signOut.mutate()
    expect([original.cookie, original.testCookie]).toEqual(['', ''])
    skipTime(PROPAGATION_LIMIT_MS)
    for (const client of [copy.page(), copy.testPage()])
      expect(await rejectionOf(client.sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
  })

  it('ends with a sign-out after the live cookie has expired', async () => {
    const original = await BrowserClient.signedIn(service, await addPortalUser(service))
    await original.page().testPartner.open.mutate()
    const copy = new BrowserClient(service)
    copy.testCookie = original.testCookie
    original.cookie = ''
    await original.page().sessions.signOut.mutate()
    expect(original.testCookie).toBe('')
    skipTime(PROPAGATION_LIMIT_MS)
    expect(await rejectionOf(copy.testPage().sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
  })
})

it('a user who may create accounts opens the test partner with these permissions, a user who may only read does not', async () => {
  const permissions = ['accounts:read', 'accounts:create'] as const
  const creator = await BrowserClient.signedIn(service, await addPortalUser(service, { permissions: [...permissions] }))
  await creator.page().testPartner.open.mutate()
  const opened = await creator.testPage().sessions.getCurrent.query()
  expect(opened).toMatchObject({ isOpenedFromLive: true, permissions, partner: { mode: 'test' } })
  expect(await rejectionOf(creator.testPage().testPartner.empty.mutate())).toMatchObject({ status: 403 })
  const reader = await BrowserClient.signedIn(service, await addPortalUser(service, { permissions: ['accounts:read'] }))
  expect(await rejectionOf(reader.page().testPartner.open.mutate())).toMatchObject({ status: 403 })
})

it('a manager who opened the test partner can undo that it requires a second factor', async () => {
  const browser = await BrowserClient.signedIn(service, await addPortalUser(service))
  await browser.page().testPartner.open.mutate()
  const { team, accounts } = browser.testPage()
  await team.setSecondFactorRequired.mutate({ isRequired: true })
  skipTime(PROPAGATION_LIMIT_MS)
  expect((await accounts.list.query())._meta.total).toBe(0)
  await team.setSecondFactorRequired.mutate({ isRequired: false })
})

it.each([
  ['is disabled', (id: string) => internalClient(service).portalUsers.disable.mutate({ id })],
  [
    'may no longer create accounts',
    (id: string) => internalClient(service).portalUsers.setPermissions.mutate({ id, permissions: ['accounts:read'] }),
  ],
])('an opened session of a test partner ends when its user %s', async (_change, change) => {
  const user = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, user)
  await browser.page().testPartner.open.mutate()
  // Replaces the cookie. The new one must depend on the live user, too.
  await browser.testPage().sessions.endOthers.mutate()
  await browser.testPage().sessions.getCurrent.query()
  await change(user.id)
  skipTime(PROPAGATION_LIMIT_MS)
  expect(await rejectionOf(browser.testPage().sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
})

it('a permission that a user loses is lost in an opened session of a test partner, too', async () => {
  const user = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, user)
  await browser.page().testPartner.open.mutate()
  const { accounts, team } = browser.testPage()
  await accounts.list.query()
  await internalClient(service).portalUsers.setPermissions.mutate({ id: user.id, permissions: ['accounts:create'] })
  skipTime(PROPAGATION_LIMIT_MS)
  for (const call of [accounts.list.query(), team.list.query()])
    expect(await rejectionOf(call)).toMatchObject({ status: 403 })
})

it('a live session in test mode stays in the list of sessions while it is used, and can be ended from there', async () => {
  const user = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, user)
  const [{ id: liveId } = { id: '' }] = await browser.page().sessions.list.query()
  const { portalSession } = service.database.prisma
  const expiresAt = new Date(Date.now() + 60_000)
  const expireSoon = () => portalSession.updateMany({ where: { userId: user.id }, data: { expiresAt } })
  const expectRenewal = () =>
    vi.waitFor(async () => {
      const row = await portalSession.findFirstOrThrow({ where: { id: liveId } })
      expect(row.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime())
    }, 10_000)
  await expireSoon()
  await browser.page().testPartner.open.mutate()
  await expectRenewal()

  await expireSoon()
  // Sessions are renewed at most every five minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await browser.testPage().sessions.getCurrent.query()
  await expectRenewal()

  const elsewhere = await BrowserClient.signedIn(service, user)
  expect((await elsewhere.page().sessions.list.query()).map(({ id }) => id)).toContain(liveId)
  await elsewhere.page().sessions.end.mutate({ id: liveId })
  skipTime(PROPAGATION_LIMIT_MS)
  expect(await rejectionOf(browser.testPage().sessions.getCurrent.query())).toEqual(UNAUTHENTICATED)
})

it('portalUsers.invite and team.invite reject reserved domains, so nobody can block testPartner.open for a manager', async () => {
  const manager = await addPortalUser(service)
  const other = (await BrowserClient.signedIn(service, await addPortalUser(service))).page().team
  const details = { email: ['Este domínio é reservado. Informe um e-mail que receba mensagens.'] }
  for (const domain of ['test-users.invalid', 'Integrations.Example.com']) {
    const invited = { email: `${manager.id}@${domain}`, name: 'Bia', permissions: [] }
    expect(await rejectionOf(other.invite.mutate(invited))).toEqual({ status: 422, details })
    const byOperator = internalClient(service).portalUsers.invite.mutate({ ...invited, partnerId: live.user.partnerId })
    expect(await rejectionOf(byOperator)).toEqual({ status: 422, details })
  }
  const browser = await BrowserClient.signedIn(service, manager)
  await browser.page().testPartner.open.mutate()
  expect(await browser.testPage().sessions.getCurrent.query()).toMatchObject({ partner: { mode: 'test' } })
})

it("POST /tokens rejects a made-up password for the e-mail of a manager's test user", async () => {
  const manager = await addPortalUser(service)
  const browser = await BrowserClient.signedIn(service, manager)
  await browser.page().testPartner.open.mutate()
  const email = `${manager.id}@test-users.invalid`
  const { status } = await request(service, 'POST', '/tokens', { email, password: 'pai_anything' })
  expect(status).toBe(401)
})

it('testPartner.open rejects tokens with 400 and users that may only read with 403', async () => {
  expect(await rejectionOf(nativeOf(live).testPartner.open.mutate())).toMatchObject({ status: 400 })
  const reader = await BrowserClient.signedIn(service, await addPortalUser(service, { permissions: ['accounts:read'] }))
  expect(await rejectionOf(reader.page().testPartner.open.mutate())).toMatchObject({ status: 403 })
})

it('every response to a token of a test partner has X-Mode: test, also errors, and no response to a live token has it', async () => {
  const modes = async (partner: PartnerClient) => {
    const responses = [
      await partner.get('/partner-accounts'),
      await partner.post('/partner-accounts/', accountBody()),
      await partner.get(`/partner-accounts/${UNKNOWN_ID}`),
    ]
    const native = await fetch(`${service.origin}/trpc/sessions.getCurrent`, {
      headers: { authorization: `Bearer ${partner.token}` },
    })
    return [...responses, native].map(({ headers }) => headers.get('x-mode'))
  }
  expect(await modes(test)).toEqual(Array(4).fill('test'))
  expect(await modes(live)).toEqual(Array(4).fill(null))
  const { partner } = await nativeOf(test).sessions.getCurrent.query()
  expect(partner).toMatchObject({ mode: 'test' })
})

describe.each([
  ['live', 'test'],
  ['test', 'live'],
] as const)('a token of %s mode', (mode, other) => {
  const partners = () => (mode === 'live' ? { own: live, counterpart: test } : { own: test, counterpart: live })
  const forbidden = 'This token does not have permission to access this resource.'
  const mismatch = `${forbidden} The token belongs to ${mode} mode, but the header X-Mode expects another.`
  const elsewhere = `${ACCOUNT_NOT_FOUND.details} Your ${other} partner has an account with this identifier: send a token of ${other} mode.`

  it(`is rejected with 403 and both reasons over REST and natively when the header X-Mode expects ${other}`, async () => {
    const { own } = partners()
    const { total } = (await own.get('/partner-accounts')).body._meta
    const responses = [
      await own.get('/partner-accounts', { 'x-mode': other }),
      await own.get('/events', { 'x-mode': other }),
      await own.post('/partner-accounts', accountBody(), { 'x-mode': other }),
    ]
    for (const { status, body } of responses) {
      expect({ status, ...body }).toMatchObject({ status: 403, _code: 666, _error: { message: mismatch } })
    }
    expect((await own.get('/partner-accounts', { 'x-mode': mode })).body._meta.total).toBe(total)
    const listExpecting = (header: string) =>
      nativeClient(service, `Bearer ${own.token}`, { 'x-mode': header }).accounts.list.query({})
    expect(await rejectionOf(listExpecting(other))).toEqual({ status: 403, details: mismatch })
    expect(await rejectionOf(listExpecting('prod'))).toEqual({
      status: 403,
      details: `${forbidden} The header X-Mode must be test or live.`,
    })
    expect(await listExpecting(mode)).toMatchObject({ _meta: { total } })
  })

  it(`is not issued by POST /tokens when X-Mode expects ${other}, and the response names a test user's mode`, async () => {
    const { email, password } = partners().own.user
    const requestToken = async (expected: string) => {
      const body = JSON.stringify({ email, password })
      const response = await fetch(`${service.baseUrl}/tokens`, {
        method: 'POST',
        body,
        headers: { 'x-mode': expected },
      })
      const { _code, token, _error } = (await response.json()) as {
        _code?: number
        token?: string
        _error?: { message: string }
      }
      const hasToken = token !== undefined
      return { code: _code, message: _error?.message, hasToken, mode: response.headers.get('x-mode') }
    }
    const namedMode = mode === 'test' ? 'test' : null
    expect(await requestToken(mode)).toEqual({ hasToken: true, mode: namedMode })
    expect(await requestToken(other)).toEqual({ code: 666, message: mismatch, hasToken: false, mode: namedMode })
    expect(await requestToken('prod')).toMatchObject({
      code: 666,
      message: expect.stringContaining('must be test or live'),
    })
  })

  it(`is not recorded as issued when X-Mode expects ${other}`, async () => {
    const { id, email, password } = partners().own.user
    const requestToken = (expected: string) =>
      fetch(`${service.baseUrl}/tokens`, {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        headers: { 'x-mode': expected },
      })
    const countRecorded = async () => {
      const filter = { recordId: id, action: 'portal-user.token-issued', limit: 200 } as const
      const { items } = await internalClient(service).audit.list.query(filter)
      return items.reduce((sum, { count }) => sum + count, 0)
    }
    const before = await countRecorded()
    expect((await requestToken(other)).status).toBe(403)
    expect(await countRecorded()).toBe(before)
    expect((await requestToken(mode)).status).toBe(200)
    expect(await countRecorded()).toBe(before + 1)
  })

  it(`gets 404 with the reason over REST and natively for accounts of its ${other} partner`, async () => {
    const { own, counterpart } = partners()
    const { id } = await addAccount(counterpart)
    const { status, body } = await own.get(`/partner-accounts/${id}`)
    expect({ status, ...body }).toMatchObject({ status: 404, _code: 56, _error: { message: elsewhere } })
    const { accounts } = nativeOf(own)
    const expected = { status: 404, details: elsewhere }
    expect(await rejectionOf(accounts.get.query({ account_id: id }))).toEqual(expected)
    expect(await rejectionOf(accounts.getDetails.query({ id }))).toEqual(expected)
  })

  it('gets 404 without a reason for unknown accounts and those of strangers in either mode', async () => {
    const stranger = await signedInPartner(service)
    const testOfStranger = await signedInPartner(service, { testOf: stranger.user.partnerId })
    const ids = await Promise.all([stranger, testOfStranger].map(async (partner) => (await addAccount(partner)).id))
    for (const id of [UNKNOWN_ID, ...ids]) {
      const { body } = await partners().own.get(`/partner-accounts/${id}`)
      expect(body._error.message).toBe(ACCOUNT_NOT_FOUND.details)
    }
  })
})

it("an administrator's e-mail is unique in a test partner, without a conflict with any other partner", async () => {
  const otherTest = await signedInPartner(service, { testOf: (await signedInPartner(service)).user.partnerId })
  const body = accountBody()
  const codeOf = async (partner: PartnerClient, sent: object = body) =>
    (await partner.post('/partner-accounts', sent)).body._code
  const inOtherCase = { ...body, email: body.email.toUpperCase() }
  expect([await codeOf(test), await codeOf(test, inOtherCase)]).toEqual([undefined, 88])
  expect([await codeOf(live), await codeOf(live, inOtherCase)]).toEqual([undefined, 88])
  expect([await codeOf(otherTest), await codeOf(otherTest, inOtherCase)]).toEqual([undefined, 88])

  const { accounts } = internalClient(service)
  const { items } = await accounts.list.query({ email: body.email })
  const partnerIds = [test, live, otherTest].map(({ user }) => user.partnerId)
  expect(items.map(({ partnerId }) => partnerId).sort()).toEqual(partnerIds.sort())
  const { id } = items.find(({ partnerId }) => partnerId === test.user.partnerId)!
  const email = `${newId()}@estrela.example`
  await accounts.correct.mutate({ id, administrator: { email } })
  expect([await codeOf(test), await codeOf(test, { ...body, email })]).toEqual([undefined, 88])
})

it('users of a test partner manage its subscriptions and tokens', async () => {
  const { id } = await addAccount(test)
  const { testAccounts, accounts } = nativeOf(test)
  expect(await testAccounts.activate.mutate({ id })).toEqual({ id, status: 'active' })
  const [welcome, activation] = await testAccounts.listMails.query({ id })
  expect([welcome?.text, activation?.text]).toEqual([
    expect.stringContaining('Padaria Estrela Ltda'),
    expect.stringMatching(/\/activate\?token=[\w-]{43}/),
  ])
  const message = await PostalMime.parse(activation!.message)
  expect([message.subject, message.messageId]).toEqual([
    activation!.subject,
    expect.stringContaining(activation!.id) as string,
  ])
  expect(message.text?.trim()).toBe(activation!.text.trim())
  expect(await internalClient(service).mails.list.query({ accountId: id, status: 'kept' })).toMatchObject({
    items: [{ attempts: 0 }, { attempts: 0 }],
  })
  expect(await testAccounts.update.mutate({ id, employees: 30 })).toEqual({ id, employees: 30, faceIds: 0 })
  await testAccounts.revokeToken.mutate({ id })
  expect(await testAccounts.reissueToken.mutate({ id })).toMatchObject({ id, secret: expect.any(String) as string })
  expect(await testAccounts.cancel.mutate({ id })).toEqual({ id, status: 'canceled' })
  const { history, subscription } = await accounts.getDetails.query({ id })
  expect(subscription).toMatchObject({ status: 'canceled', employees: 30 })
  // The creation and five changes.
  expect(history.map(({ name }) => name)).toEqual(Array(6).fill('Ana'))
})

describe('The page of a kept mail', () => {
  const FRAME = { 'sec-fetch-dest': 'iframe', 'x-session': '' }
  let browser: BrowserClient
  let accountId: string
  let path: string
  const open = async (visitor: BrowserClient, address = path, headers: Record<string, string> = {}) => {
    const response = await visitor.send(address, {}, { ...FRAME, ...headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  beforeAll(async () => {
    browser = await BrowserClient.signedIn(service, await addPortalUser(service))
    await browser.page().testPartner.open.mutate()
    const { accounts, testAccounts } = browser.testPage()
    accountId = (await accounts.create.mutate(accountBody()))._id
    await testAccounts.activate.mutate({ id: accountId })
    const mails = await testAccounts.listMails.query({ id: accountId })
    const mail = mails.find(({ text }) => text.includes('/activate?token='))
    path = `/portal/mails/${accountId}/${mail!.id}`
  })

  it('is a sandboxed document without scripts, whose links open in new tabs', async () => {
    const { status, headers, text } = await open(browser)
    expect(status).toBe(200)
    expect(text).toMatch(/<head><base target="_blank">.*<a href="[^"]+\/activate\?token=[\w-]+"/s)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
  })

  it('is shown to a user of the test partner after signing in directly', async () => {
    const { id } = await addAccount(test)
    await nativeOf(test).testAccounts.activate.mutate({ id })
    const [mail] = await nativeOf(test).testAccounts.listMails.query({ id })
    const visitor = await BrowserClient.signedIn(service, test.user)
    expect((await open(visitor, `/portal/mails/${id}/${mail!.id}`)).status).toBe(200)
    expect((await open(visitor)).status).toBe(404)
    const { partnerId: testOf } = await addPortalUser(service)
    const reader = await addPortalUser(service, { testOf, permissions: ['accounts:read'] })
    expect((await open(await BrowserClient.signedIn(service, reader))).status).toBe(403)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a script', { 'sec-fetch-dest': 'empty' }],
  ])('is not shown to %s', async (_case, headers: Record<string, string>) => {
    const { status, text } = await open(browser, path, headers)
    expect(status).toBe(401)
    expect(text).not.toContain('/activate')
  })

  it('is not shown without a session, to a live user, to another test partner, and as a mail of another account', async () => {
    expect((await open(new BrowserClient(service))).status).toBe(401)
    const stranger = await BrowserClient.signedIn(service, await addPortalUser(service))
    expect((await open(stranger)).status).toBe(403)
    await stranger.page().testPartner.open.mutate()
    expect((await open(stranger)).status).toBe(404)
    const other = await browser.testPage().accounts.create.mutate(accountBody())
    expect((await open(browser, path.replace(accountId, other._id))).status).toBe(404)
    expect((await open(browser, `/portal/mails/${accountId}/${UNKNOWN_ID}`)).status).toBe(404)
    expect((await open(browser, `/portal/mails/${accountId}/x`)).status).toBe(422)
  })
})

it('users of a live partner manage no subscriptions, and users of a test partner none of a live partner', async () => {
  const { id } = await addAccount(live)
  const { activate } = nativeOf(live).testAccounts
  const message = 'Only users of a test partner may do this. The token belongs to live mode.'
  expect(await rejectionOf(activate.mutate({ id }))).toEqual({ status: 403, details: message })
  expect(await rejectionOf(nativeOf(test).testAccounts.activate.mutate({ id }))).toMatchObject({ status: 404 })
})

it('a test partner receives the discount of its coupon without using the coupon up', async () => {
  const { coupons, partners, accounts } = internalClient(service)
  const code = newId()
  await coupons.create.mutate({ code, percentOff: 20, maxRedemptions: 1 })
  const other = await signedInPartner(service)
  const rehearsing = await signedInPartner(service, { testOf: other.user.partnerId })
  for (const { user } of [other, rehearsing]) await partners.setCoupon.mutate({ id: user.partnerId, coupon: code })
  const discountOf = async (partner: PartnerClient) => {
    const { id } = await addAccount(partner)
    return (await accounts.get.query({ id })).subscription.percentOff
  }
  expect([await discountOf(rehearsing), await discountOf(rehearsing)]).toEqual([20, 20])
  expect(await coupons.get.query({ code })).toMatchObject({ redemptions: 0 })
  expect([await discountOf(other), await discountOf(other)]).toEqual([20, null])
})

it('a manager empties a test partner, whose next accounts are listed as the first ones', async () => {
  const user = await addPortalUser(service)
  const partner = await signedInPartner(service, { testOf: user.partnerId })
  const body = accountBody()
  const key = { 'idempotency-key': newId() }
  const first = await partner.post('/partner-accounts', body, key)
  for (let count = 1; count < 4; count++) await addAccount(partner)
  const { testAccounts, testPartner, events } = nativeOf(partner)
  await testAccounts.activate.mutate({ id: first.body._id })
  const live = await signedIn(service, user)
  await addAccount(live)

  const { prisma } = service.database
  expect(await testPartner.empty.mutate()).toEqual({ isEmpty: true })
  const ofPartner = { where: { partnerId: partner.user.partnerId } }
  const counts = await Promise.all([
    prisma.account.count(ofPartner),
    prisma.unit.count(ofPartner),
    prisma.subscription.count(ofPartner),
    prisma.administratorEmail.count(ofPartner),
    prisma.mail.count(ofPartner),
    prisma.idempotentCreation.count(ofPartner),
  ])
  expect(counts).toEqual(Array(6).fill(0))
  expect((await events.list.query({}))._items).toEqual([])
  expect((await partner.get(`/partner-accounts/${first.body._id}`)).status).toBe(404)
  const audit = await internalClient(service).audit.list.query({ recordId: partner.user.partnerId })
  expect(audit.items[0]).toMatchObject({
    action: 'partner.emptied',
    actor: `portal-user:${partner.user.id}`,
  })
  const { items } = await internalClient(service).partners.list.query({ includeTest: true, order: 'newest' })
  expect(items.find(({ id }) => id === partner.user.partnerId)).toMatchObject({ accounts: 0 })

  const again = await partner.post('/partner-accounts', body, key)
  expect(again.status).toBe(200)
  expect(again.body._id).not.toBe(first.body._id)
  await addAccount(partner)
  const { body: page } = await partner.get('/partner-accounts?max_results=1&page=2')
  expect(page).toMatchObject({ _items: [{ _id: again.body._id }], _meta: { total: 2 } })
  const search = await nativeOf(partner).accounts.search.query({ order: 'oldest' })
  expect(search).toMatchObject({ items: [{ id: again.body._id }, {}], total: 2 })
  expect((await live.get('/partner-accounts')).body._meta.total).toBe(1)
})

it('only test partners are emptied', async () => {
  await addAccount(live)
  const id = live.user.partnerId
  const total = async () => (await live.get('/partner-accounts')).body._meta.total as number
  const before = await total()
  expect(await rejectionOf(nativeOf(live).testPartner.empty.mutate())).toMatchObject({ status: 422 })
  const { partners } = internalClient(service)
  expect(await rejectionOf(partners.empty.mutate({ id }))).toMatchObject({ status: 422 })
  expect(await rejectionOf(partners.empty.mutate({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
  expect(await total()).toBe(before)
})

it('documented values provoke errors in test mode', async () => {
  const create = (partner: PartnerClient, email: string, cnpj?: string) => {
    const body = accountBody()
    return partner.post('/partner-accounts', {
      ...body,
      email,
      company_doc: { ...body.company_doc, ...(cnpj !== undefined && { cnpj }) },
    })
  }
  const other = await signedInPartner(service)
  const rehearsing = await signedInPartner(service, { testOf: other.user.partnerId })
  const taken = await create(rehearsing, 'Taken@errors.example')
  expect(taken).toMatchObject({ status: 422, body: { _code: 88, _error: { code: 422 } } })
  const limited = await create(rehearsing, 'rate-limited@errors.example')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
  const createWith503 = () => create(rehearsing, 'rosa@estrela.example', 'TESTE503000137')
  const unavailable = await createWith503()
  // The provoked 503 is not logged as an error.
  expect(service.logged()).not.toContain('"level":50')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await createWith503()).status).toBe(200)
  expect((await rehearsing.get('/partner-accounts')).body._meta.total).toBe(1)

  const { body } = await create(rehearsing, 'bounce+1@errors.example')
  const { testAccounts } = nativeOf(rehearsing)
  await testAccounts.activate.mutate({ id: body._id })
  const [mail] = await testAccounts.listMails.query({ id: body._id })
  expect(mail).toMatchObject({ bounce: expect.stringMatching(/^550 /) as string })

  for (const local of ['taken', 'rate-limited']) {
    expect((await create(other, `${local}@errors.example`, 'TESTE503000137')).status).toBe(200)
  }
})

it.each([
  ['activated', ['subscription.activated'], {}],
  ['accessed', ['subscription.activated', 'administrator.activated'], {}],
  ['changed', ['subscription.activated', 'subscription.changed'], { subscription_employees: 13 }],
  ['canceled', ['subscription.activated', 'subscription.canceled'], { subscription_employees: 0 }],
  ['corrected', ['account.corrected'], {}],
  ['revoked', ['api_token.revoked'], { api_token: null }],
  ['reissued', ['api_token.reissued'], {}],
] as const)(
  'creating an account with the e-mail %s@errors.example causes its events, in test mode only',
  async (name, types, expected) => {
    const other = await signedInPartner(service)
    const rehearsing = await signedInPartner(service, { testOf: other.user.partnerId })
    // A text after `+` makes the e-mail unique, and its case is ignored.
    for (const email of [`${name}@errors.example`, `${name.toUpperCase()}+2@errors.example`]) {
      const body = { ...accountBody(), email }
      const create = () => rehearsing.post('/partner-accounts', body, { 'idempotency-key': email })
      const { _id, secret } = (await create()).body
      // A replay changes nothing.
      expect((await create()).body).toMatchObject({ _id, secret })
      const typesOf = async (partner: PartnerClient) => {
        const { body } = await partner.get(`/events?account_id=${_id}`)
        return (body._items as unknown as { type: string }[]).map(({ type }) => type)
      }
      expect(await typesOf(rehearsing)).toEqual(['account.created', ...types])
      expect((await rehearsing.get(`/partner-accounts/${_id}`, { 'x-secret': secret })).body).toMatchObject(expected)
    }
    const inLiveMode = await other.post('/partner-accounts', { ...accountBody(), email: `${name}@errors.example` })
    const { body } = await other.get(`/events?account_id=${inLiveMode.body._id}`)
    expect(body._items).toEqual([expect.objectContaining({ type: 'account.created' })])
  },
)

describe('The 503 that test mode provokes', () => {
  const CNPJ = 'TESTE503000137'
  const bodyOf = (email: string, cnpj = CNPJ) => {
    const body = accountBody()
    return { ...body, email, company_doc: { ...body.company_doc, cnpj } }
  }
  const newEmail = () => `${newId()}@estrela.example`
  let rehearsing: PartnerClient
  beforeAll(async () => {
    const { user } = await signedInPartner(service)
    rehearsing = await signedInPartner(service, { testOf: user.partnerId })
  })
  const create = (email: string, key?: string, cnpj?: string) =>
    rehearsing.post('/partner-accounts', bodyOf(email, cnpj), key === undefined ? {} : { 'idempotency-key': key })
  /** Sends one creation after another, each with a key or `undefined`, and returns their statuses. */
  const statuses = async (email: string, ...keys: (string | undefined)[]) => {
    const responses: number[] = []
    for (const key of keys) responses.push((await create(email, key)).status)
    return responses
  }

  it('is only the first response to an idempotency key, whose success is replayed', async () => {
    const key = newId()
    const email = newEmail()
    const responses = [await create(email, key), await create(email, key), await create(email, key)]
    expect(responses.map(({ status }) => status)).toEqual([503, 200, 200])
    expect(responses[2]!.body).toEqual(responses[1]!.body)
    expect((await create(newEmail(), key)).status).toBe(422)
  })

  it('is only the first response to an e-mail, with any key or none', async () => {
    expect(await statuses(newEmail(), undefined, undefined, undefined, undefined)).toEqual([503, 200, 422, 422])
    expect(await statuses(newEmail(), newId(), newId(), newId())).toEqual([503, 200, 422])
  })

  it('is not provoked after a successful creation with the same e-mail or key', async () => {
    const email = newEmail()
    const key = newId()
    expect((await create(email, key, '12ABC34501DE35')).status).toBe(200)
    expect((await create(email)).body).toMatchObject({ _code: 88 })
    expect((await create(newEmail(), key)).status).toBe(422)
  })

  it('is the first response of one of several instances', async () => {
    const other = await listenOn(service.database)
    const key = newId()
    const email = newEmail()
    const headers = { authorization: `Bearer ${rehearsing.token}`, 'idempotency-key': key }
    const retry = () => request(other, 'POST', '/partner-accounts', bodyOf(email), headers)
    expect((await create(email, key)).status).toBe(503)
    expect((await retry()).status).toBe(200)
    expect((await create(email, key)).status).toBe(200)
    expect((await retry()).status).toBe(200)
    await other.stop()
  })

  it('is provoked again once the test data is deleted', async () => {
    const email = newEmail()
    expect(await statuses(email, undefined, undefined)).toEqual([503, 200])
    await internalClient(service).partners.empty.mutate({ id: rehearsing.user.partnerId, reason: 'Rehearsed' })
    expect(await statuses(email, undefined, undefined)).toEqual([503, 200])
  })
})
