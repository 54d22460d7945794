import { generateSync } from 'otplib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BrowserClient } from './browser-client.ts'
import {
  addColleague,
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
import { internalClient, nativeClient, rejectionOf } from './internal/internal-client.ts'
import { QueuedMails } from './internal/queued-mails.ts'

const REQUIRED = { status: 401, details: 'The password is right. Send a code of the second factor, too.' }
const WRONG_CODE = { status: 422, details: { code: ['O código não confere, venceu ou já foi usado.'] } }
const MISSING = {
  status: 403,
  details: 'The partner requires a second factor for the portal, and this user has none yet.',
}

let service: TestService
beforeAll(async () => {
  service = await sharedService()
})
afterEach(() => void vi.useRealTimers())

/** Adds a second factor and moves the time forward by a minute, so that the next code is a new one. */
async function addSecondFactor(user: TestPortalUser, browser?: BrowserClient) {
  const signedIn = browser ?? (await BrowserClient.signedIn(service, user))
  const { secondFactors } = signedIn.page()
  const { secret, uri } = await secondFactors.create.mutate({ currentPassword: user.password })
  const { recoveryCodes } = await secondFactors.confirm.mutate({ code: generateSync({ secret }) })
  skipMinute()
  return { browser: signedIn, secret, uri, recoveryCodes, code: () => generateSync({ secret }) }
}

function skipMinute(): void {
  const time = Date.now() + 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: time })
}

const signInWith = async (user: TestPortalUser, code?: string) => {
  const browser = new BrowserClient(service)
  await browser.page().sessions.signIn.mutate({ email: user.email, password: user.password, code })
  return browser
}
/** Returns the mailed changes of a user's second factor. */
const noticesTo = async ({ email }: TestPortalUser) =>
  (await new QueuedMails(service.database).to(email)).map((mail) => 'change' in mail && mail.change)
const session = (browser: BrowserClient) => browser.page().sessions.getCurrent.query()

describe('A second factor', () => {
  it('has the name of the product in authenticator apps', async () => {
    const user = await addPortalUser(service)
    const instance = await listenOn(service.database, { PRODUCT_NAME: 'Ponto: contas' })
    const { secondFactors } = (await BrowserClient.signedIn(instance, user)).page()
    const { uri } = await secondFactors.create.mutate({ currentPassword: user.password })
    await instance.stop()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Ponto%20contas:.*&issuer=Ponto%20contas$/)
  })

  it('is required for a session, and each code works once', async () => {
    const user = await addPortalUser(service)
    const other = await BrowserClient.signedIn(service, user)
    const { browser, code, uri } = await addSecondFactor(user)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Partner%20Accounts:/)
    expect(await session(browser)).toMatchObject({ secondFactor: { isActive: true, isRequired: false } })
    await expect.poll(() => rejectionOf(session(other))).toMatchObject({ status: 401 })

    expect(await rejectionOf(signInWith(user))).toEqual(REQUIRED)
    expect(await rejectionOf(signInWith(user, '000000'))).toEqual(WRONG_CODE)
    const valid = code()
    const outcomes = await Promise.allSettled([signInWith(user, valid), signInWith(user, valid)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    skipMinute()
    expect(await rejectionOf(signInWith(user, valid))).toEqual(WRONG_CODE)
    expect(await session(await signInWith(user, code()))).toMatchObject({ id: user.id })
  })

  it('is stored sealed, with hashed recovery codes that work once, in any case', async () => {
    const user = await addPortalUser(service)
    const { secret, recoveryCodes } = await addSecondFactor(user)
    expect(new Set(recoveryCodes).size).toBe(10)
    const stored = JSON.stringify(await service.database.prisma.secondFactor.findMany({ where: { userId: user.id } }))
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
    const [first = '', second = ''] = recoveryCodes
    const outcomes = await Promise.allSettled([signInWith(user, first), signInWith(user, first.toUpperCase())])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await signInWith(user, second.toUpperCase())
    expect(await rejectionOf(signInWith(user, first))).toEqual(WRONG_CODE)
  })

  it('allows five wrong codes per user in 15 minutes, over all networks', async () => {
    const user = await addPortalUser(service)
    const { code } = await addSecondFactor(user)
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push((await rejectionOf(signInWith(user, '000000'))).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect(await rejectionOf(signInWith(user, code()))).toMatchObject({ status: 429 })
  })

  it('limits tokens issued for a password to the account operations', async () => {
    const user = await addPortalUser(service)
    await addSecondFactor(user)
    const token = await signIn(service, user)
    const authorization = { authorization: `Bearer ${token}` }
    expect((await request(service, 'GET', '/partner-accounts', undefined, authorization)).status).toBe(200)
    const { team, passwords, secondFactors } = nativeClient(service, authorization.authorization)
    const currentPassword = user.password
    const calls = [
      () => team.list.query(),
      () => passwords.update.mutate({ currentPassword, password: 'another correct horse' }),
      () => secondFactors.create.mutate({ currentPassword }),
      () => secondFactors.delete.mutate({ code: '000000' }),
    ]
    for (const call of calls) expect(await rejectionOf(call())).toMatchObject({ status: 403 })
    // A browser that sends the token instead of a cookie is limited, too.
    const page = new BrowserClient(service).page(authorization)
    const change = page.passwords.update.mutate({ currentPassword, password: 'another correct horse' })
    expect(await rejectionOf(change)).toMatchObject({ status: 403 })
  })

  it('is added with the password, removed with a code, and mailed', async () => {
    const user = await addPortalUser(service)
    const first = (await BrowserClient.signedIn(service, user)).page()
    expect(await rejectionOf(first.secondFactors.create.mutate({ currentPassword: 'wrong' }))).toMatchObject({
      status: 422,
    })
    expect(await rejectionOf(first.secondFactors.confirm.mutate({ code: '000000' }))).toEqual(WRONG_CODE)
    const { browser, recoveryCodes } = await addSecondFactor(user)
    const { secondFactors } = browser.page()
    expect(await rejectionOf(secondFactors.create.mutate({ currentPassword: user.password }))).toMatchObject({
      status: 409,
    })
    expect(await rejectionOf(secondFactors.delete.mutate({ code: '000000' }))).toEqual(WRONG_CODE)
    await secondFactors.delete.mutate({ code: recoveryCodes[0]! })
    expect(await session(await signInWith(user))).toMatchObject({ secondFactor: { isActive: false } })
    expect(await noticesTo(user)).toEqual(['added', 'removed'])
  })

  it('has a count of unused recovery codes, and a code replaces all of them', async () => {
    const user = await addPortalUser(service)
    const { browser, recoveryCodes } = await addSecondFactor(user)
    const { secondFactors } = browser.page()
    expect(await secondFactors.get.query()).toEqual({ recoveryCodes: 10 })
    expect(await rejectionOf(secondFactors.reissueRecoveryCodes.mutate({ code: '000000' }))).toEqual(WRONG_CODE)
    const reissued = await secondFactors.reissueRecoveryCodes.mutate({ code: recoveryCodes[0]! })
    expect(reissued.recoveryCodes).toHaveLength(10)
    expect(await rejectionOf(secondFactors.delete.mutate({ code: recoveryCodes[1]! }))).toEqual(WRONG_CODE)
    expect(await noticesTo(user)).toEqual(['added', 'codes-reissued'])
    await secondFactors.delete.mutate({ code: reissued.recoveryCodes[1]! })
    expect(await secondFactors.get.query()).toEqual({ recoveryCodes: 0 })
    expect(await rejectionOf(secondFactors.reissueRecoveryCodes.mutate({ code: '000000' }))).toEqual(WRONG_CODE)
  })

  it.each(['a manager', 'an operator'])('is reset by %s when lost, and the reset is audited and mailed', async (by) => {
    const manager = await addPortalUser(service)
    const user = await addColleague(service, manager)
    await addSecondFactor(user)
    const { team } = (await BrowserClient.signedIn(service, manager)).page()
    const members = async () => (await team.list.query()).items.map(({ id, hasSecondFactor }) => [id, hasSecondFactor])
    expect(await members()).toContainEqual([user.id, true])
    const { deleteSecondFactor } = by === 'a manager' ? team : internalClient(service).portalUsers
    await deleteSecondFactor.mutate({ id: user.id })
    expect(await members()).toContainEqual([user.id, false])
    expect(await session(await signInWith(user))).toMatchObject({ id: user.id })
    expect((await team.listActivity.query({ topic: 'users' })).items).toMatchObject([
      { action: 'portal-user.second-factor-reset', user: { id: user.id } },
      { action: 'portal-user.second-factor-added', user: { id: user.id } },
    ])
    expect(await noticesTo(user)).toEqual(['added', 'reset'])
  })

  it('of a manager is not removed with an empty code, nor by the procedure for colleagues', async () => {
    const manager = await addPortalUser(service)
    await addColleague(service, manager)
    const { browser } = await addSecondFactor(manager)
    const { team, secondFactors } = browser.page()
    expect(await rejectionOf(team.deleteSecondFactor.mutate({ id: manager.id }))).toEqual({
      status: 409,
      details: 'This is your own second factor: remove it with a code, by secondFactors.delete.',
    })
    expect(await rejectionOf(secondFactors.delete.mutate({ code: '' }))).toEqual(WRONG_CODE)
    expect(await session(browser)).toMatchObject({ secondFactor: { isActive: true } })
    expect(await noticesTo(manager)).toEqual(['added'])
  })

  it('blocks accounts and the team for sessions without one, if a manager requires it', async () => {
    const manager = await addPortalUser(service)
    const user = await addColleague(service, manager)
    const { browser } = await addSecondFactor(manager)
    const colleague = await BrowserClient.signedIn(service, user)
    await browser.page().team.setSecondFactorRequired.mutate({ isRequired: true })
    skipTime(PROPAGATION_LIMIT_MS)
    const { accounts, team } = colleague.page()
    expect(await rejectionOf(accounts.list.query())).toEqual(MISSING)
    expect(await rejectionOf(team.setSecondFactorRequired.mutate({ isRequired: false }))).toEqual(MISSING)
    expect(await session(colleague)).toMatchObject({ secondFactor: { isActive: false, isRequired: true } })
    // POST /tokens still issues a token.
    await signIn(service, user)
    await addSecondFactor(user, colleague)
    expect((await colleague.page().accounts.list.query())._meta.total).toBe(0)
  })
})
