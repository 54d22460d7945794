import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from './browser-client.ts'
import {
  addColleague,
  addPortalUser,
  newAddress,
  PROPAGATION_LIMIT_MS,
  request,
  sharedService,
  signIn,
  skipTime,
  type TestService,
} from './harness.ts'
import { internalClient, nativeClient, rejectionOf, UNAUTHENTICATED } from './internal/internal-client.ts'
import { QueuedMails } from './internal/queued-mails.ts'

const NEW_PASSWORD = 'another correct horse'
/** A password that is rejected because many people use it. */
const COMMON_PASSWORD = 'password1234'
/** The service responds after 400 ms. Timers may fire a little early. */
const MIN_RESET_MS = 390

let service: TestService
let mails: QueuedMails
beforeAll(async () => {
  service = await sharedService()
  mails = new QueuedMails(service.database)
})

const sessionOf = (browser: BrowserClient) => browser.page().sessions.getCurrent.query()
const signInStatus = async (user: { email: string }, password: string) => {
  const headers = { 'x-forwarded-for': newAddress() }
  return (await request(service, 'POST', '/tokens', { email: user.email, password }, headers)).status
}
/** Expects that a browser is signed out once the change has reached every instance. */
async function expectSignedOut(browser: BrowserClient): Promise<void> {
  skipTime(PROPAGATION_LIMIT_MS)
  expect(await rejectionOf(sessionOf(browser))).toEqual(UNAUTHENTICATED)
}

describe('A password reset', () => {
  const requestReset = async (email: string, address = newAddress()) =>
    fetch(`${service.origin}/trpc/passwords.sendReset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email }),
    })
  const requestResetToken = async (email: string) => {
    await requestReset(email)
    return mails.latestToken(email)
  }
  const setPassword = (resetToken: string, password = NEW_PASSWORD) =>
    nativeClient(service).activation.activate.mutate({ token: resetToken, password })
  const checkResetToken = (resetToken: string) => nativeClient(service).activation.check.mutate({ token: resetToken })

  it('sets a new password by a mailed link, which works once, and ends all sessions and tokens', async () => {
    const user = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, user)
    const accessToken = await signIn(service, user)
    await requestReset(user.email.toUpperCase())
    const resetToken = await mails.latestToken(user.email)
    await checkResetToken(resetToken)
    expect(await signInStatus(user, user.password)).toBe(200)
    expect(await setPassword(resetToken)).toMatchObject({ kind: 'portal-user', email: user.email })
    expect([await signInStatus(user, user.password), await signInStatus(user, NEW_PASSWORD)]).toEqual([401, 200])
    await expectSignedOut(browser)
    expect((await request(service, 'GET', '/partner-accounts', undefined, bearer(accessToken))).status).toBe(401)
    expect(await rejectionOf(setPassword(resetToken))).toMatchObject({ status: 410 })
    expect((await mails.to(user.email)).at(-1)).toMatchObject({ kind: 'password-changed', name: 'Ana' })
  })

  it('lifts the rejection after five wrong passwords for the network of the reset, and for no other', async () => {
    const user = await addPortalUser(service)
    const here = { 'x-forwarded-for': newAddress() }
    const elsewhere = { 'x-forwarded-for': newAddress() }
    const statusFrom = async (headers: Record<string, string>, password: string) =>
      (await request(service, 'POST', '/tokens', { email: user.email, password }, headers)).status
    for (const headers of [here, elsewhere]) {
      for (let times = 0; times < 5; times++) expect(await statusFrom(headers, 'wrong')).toBe(401)
      expect(await statusFrom(headers, user.password)).toBe(429)
    }
    const token = await requestResetToken(user.email)
    await new BrowserClient(service).page(here).activation.activate.mutate({ token, password: NEW_PASSWORD })
    expect([await statusFrom(here, NEW_PASSWORD), await statusFrom(elsewhere, NEW_PASSWORD)]).toEqual([200, 429])
  })

  it('works with the latest link only, also after a rejected password', async () => {
    const { email } = await addPortalUser(service)
    const first = await requestResetToken(email)
    const second = await requestResetToken(email)
    expect(await rejectionOf(checkResetToken(first))).toMatchObject({ status: 410 })
    expect(await rejectionOf(setPassword(second, COMMON_PASSWORD))).toMatchObject({ status: 422 })
    expect(await setPassword(second)).toMatchObject({ status: 'active' })
  })

  it('returns the same response, in the same time, for unknown, invited and disabled users, who get no mail', async () => {
    const known = await addPortalUser(service)
    const others = [
      await addPortalUser(service, { status: 'invited' }),
      await addPortalUser(service, { status: 'disabled' }),
      { email: 'nobody@revenda.example' },
      { email: 'not an e-mail' },
    ]
    const measured = async (email: string) => {
      const start = performance.now()
      const response = await requestReset(email)
      return { status: response.status, body: await response.text(), ms: performance.now() - start }
    }
    const { ms, ...expected } = await measured(known.email)
    expect(ms).toBeGreaterThan(MIN_RESET_MS)
    for (const { email } of others) {
      const { ms: otherMs, ...response } = await measured(email)
      expect(response).toEqual(expected)
      expect(otherMs).toBeGreaterThan(MIN_RESET_MS)
      expect(await mails.to(email)).toEqual([])
    }
    expect(await mails.to(known.email)).toHaveLength(1)
  })

  it('can be requested three times an hour for an address, known or not, from any network', async () => {
    const { email } = await addPortalUser(service)
    for (const address of [email, 'unknown.address@revenda.example']) {
      const statuses = []
      for (let times = 0; times < 4; times++) statuses.push((await requestReset(address)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }
  })

  it('can be requested thirty times an hour from a network', async () => {
    const network = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 31 }, (_, index) => requestReset(`unknown.${index}@network.example`, network)),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('A change of password', () => {
  it('requires the current one, keeps this browser signed in and signs out the others', async () => {
    const user = await addPortalUser(service)
    const here = await BrowserClient.signedIn(service, user)
    const there = await BrowserClient.signedIn(service, user)
    const change = (currentPassword: string, password: string) =>
      here.page({ 'x-forwarded-for': newAddress() }).passwords.update.mutate({ currentPassword, password })
    expect(await rejectionOf(change('wrong', NEW_PASSWORD))).toEqual({
      status: 422,
      details: { currentPassword: ['Não é a sua senha atual.'] },
    })
    expect(await rejectionOf(change(user.password, COMMON_PASSWORD))).toMatchObject({ status: 422 })
    expect(await signInStatus(user, user.password)).toBe(200)
    await change(user.password, NEW_PASSWORD)
    expect(await sessionOf(here)).toMatchObject({ id: user.id })
    expect([await signInStatus(user, user.password), await signInStatus(user, NEW_PASSWORD)]).toEqual([401, 200])
    await expectSignedOut(there)
  })

  it('succeeds once for concurrent calls with the same current password', async () => {
    const user = await addPortalUser(service)
    const passwords = [1, 2, 3].map((number) => `${NEW_PASSWORD} ${number}`)
    const browsers = await Promise.all(passwords.map(() => BrowserClient.signedIn(service, user)))
    const changes = await Promise.allSettled(
      passwords.map((password, index) =>
        browsers[index]!.page().passwords.update.mutate({ currentPassword: user.password, password }),
      ),
    )
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [index, password] of passwords.entries()) {
      const hasChanged = changes[index]!.status === 'fulfilled'
      expect(await signInStatus(user, password)).toBe(hasChanged ? 200 : 401)
    }
  })

  it('accepts the same password from every keyboard: composed or decomposed, in full or half width', async () => {
    const user = await addPortalUser(service)
    const { passwords } = (await BrowserClient.signedIn(service, user)).page()
    // Has the minimum of 12 characters once it is composed, one of them full-width.
    const password = 'Pão-de-Ｍel 9'.normalize('NFD')
    await passwords.update.mutate({ currentPassword: user.password, password })
    for (const typed of [password, password.normalize('NFC'), 'Pão-de-Mel 9']) {
      const { status } = await request(service, 'POST', '/tokens', { email: user.email, password: typed })
      expect(status).toBe(200)
    }
  })

  it('rejects a common password in full width, and one that is too short once it is composed', async () => {
    const user = await addPortalUser(service)
    const { passwords } = (await BrowserClient.signedIn(service, user)).page()
    const change = (password: string) => passwords.update.mutate({ currentPassword: user.password, password })
    expect(await rejectionOf(change('ｐａｓｓｗｏｒｄ1234'))).toMatchObject({ status: 422 })
    // Has 12 characters, but only 11 once it is composed.
    expect(await rejectionOf(change('Pão-de-Me 9'.normalize('NFD')))).toMatchObject({
      status: 422,
      details: { password: ['Deve ter de 12 a 256 caracteres.'] },
    })
  })

  it('counts wrong current passwords as guesses', async () => {
    const user = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, user)
    const headers = { 'x-forwarded-for': newAddress() }
    const guess = () =>
      browser.page(headers).passwords.update.mutate({ currentPassword: 'wrong', password: NEW_PASSWORD })
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push((await rejectionOf(guess())).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    const { email, password } = user
    expect((await request(service, 'POST', '/tokens', { email, password }, headers)).status).toBe(429)
  })

  it('requires a signed-in user', async () => {
    const change = { currentPassword: 'any', password: NEW_PASSWORD }
    expect(await rejectionOf(nativeClient(service).passwords.update.mutate(change))).toEqual(UNAUTHENTICATED)
  })
})

describe('Signing out elsewhere', () => {
  it("ends all sessions and tokens of the user except this browser's session, and none of a colleague", async () => {
    const user = await addPortalUser(service)
    const colleague = await BrowserClient.signedIn(service, await addColleague(service, user))
    const here = await BrowserClient.signedIn(service, user)
    const there = await BrowserClient.signedIn(service, user)
    const accessToken = await signIn(service, user)
    // The instance now caches this session.
    await sessionOf(there)
    const { cookie } = here
    await here.page().sessions.endOthers.mutate()
    await expectSignedOut(there)
    expect(await sessionOf(here)).toMatchObject({ id: user.id })
    // This browser got a new cookie. A copy of its previous cookie is invalid, too.
    there.cookie = cookie
    await expectSignedOut(there)
    const { status } = await request(service, 'GET', '/partner-accounts', undefined, bearer(accessToken))
    expect(status).toBe(401)
    expect(await sessionOf(colleague)).toMatchObject({ partner: { id: user.partnerId } })
    const again = await BrowserClient.signedIn(service, user)
    expect(await sessionOf(again)).toMatchObject({ id: user.id })
  })
})

describe('A session', () => {
  it('stays signed out when its user is disabled and invited again', async () => {
    const user = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, user)
    const { portalUsers } = internalClient(service)
    await portalUsers.disable.mutate({ id: user.id })
    await portalUsers.invite.mutate({ partnerId: user.partnerId, email: user.email, name: 'Ana' })
    await nativeClient(service).activation.activate.mutate({
      token: await mails.latestToken(user.email),
      password: NEW_PASSWORD,
    })
    await expectSignedOut(browser)
  })
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
