import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome, ERRORS } from '../expected-errors.ts'
import { request, signedIn, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { addAccount, fulfilledValues, type InternalClient, internalClient, rejectionOf } from './internal-client.ts'
import { INVALID_LINK, Invitations, PASSWORD } from './invitations.ts'

const newId = createIdGenerator()
const DAY_MS = 86_400_000
const USED = { status: 410, details: 'This activation link has already been used.' }
const EXPIRED = { status: 410, details: 'This activation link has expired.' }

describe('Activation by a link', () => {
  let service: TestService
  let internal: InternalClient
  let invitations: Invitations
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    invitations = new Invitations(service)
  })
  afterAll(() => service.stop())

  it.each([12, 256])('lets the user sign in with a chosen password of %i emoji, and not before', async (size) => {
    const { id, email, partnerId, token } = await invitations.invite()
    // An emoji is one character, but two UTF-16 units. A repeated emoji would be rejected as too common.
    const emoji = Array.from({ length: size }, (_, index) => String.fromCodePoint(0x1f600 + (index % 60)))
    const password = emoji.join('')
    const before = await request(service, 'POST', '/tokens', { email, password })
    expect(outcome(before)).toEqual(ERRORS.notActivated)
    expect(await invitations.activate(token, password)).toEqual({ kind: 'portal-user', id, email, status: 'active' })
    const partner = await signedIn(service, { id, email, partnerId, password })
    expect((await partner.get('/partner-accounts')).status).toBe(200)
    expect(await rejectionOf(invitations.activate(token, PASSWORD))).toEqual(USED)
    expect(await invitations.signInStatus(email, PASSWORD)).toBe(401)
  })

  it.each([11, 257])('rejects a password of %i characters, and the link stays usable', async (size) => {
    const { token } = await invitations.invite()
    expect(await rejectionOf(invitations.activate(token, 'x'.repeat(size)))).toEqual({
      status: 422,
      details: { password: ['Deve ter de 12 a 256 caracteres.'] },
    })
    expect(await invitations.activate(token)).toMatchObject({ status: 'active' })
  })

  it('rejects a common password and one made of the e-mail, and the link stays usable', async () => {
    const { email, token } = await invitations.invite()
    for (const password of ['Qwertyuiop12', 'passwordpassword', email]) {
      expect(await rejectionOf(invitations.activate(token, password))).toEqual({
        status: 422,
        details: {
          password: ['Muito comum ou parecida com seu nome ou e-mail. Escolha uma senha mais difícil de adivinhar.'],
        },
      })
    }
    expect(await invitations.activate(token)).toMatchObject({ status: 'active' })
  })

  it('returns 410 for an expired link and 404 for an unknown one', async () => {
    const { id, email, token } = await invitations.invite()
    const activationExpiresAt = new Date(Date.now() - 1000)
    await service.database.prisma.portalUser.updateMany({ where: { id }, data: { activationExpiresAt } })
    expect(await rejectionOf(invitations.activate(token))).toEqual(EXPIRED)
    for (const unknown of [`${token}x`, token.replace('pau_', 'paa_'), token.slice(4), 'pau_', 'link', newId()]) {
      expect(await rejectionOf(invitations.activate(unknown))).toEqual(INVALID_LINK)
    }
    expect(await rejectionOf(invitations.activate(' '))).toEqual({
      status: 422,
      details: { token: ['Não pode estar em branco.'] },
    })
    expect(outcome(await request(service, 'POST', '/tokens', { email, password: PASSWORD }))).toEqual(
      ERRORS.notActivated,
    )
  })

  it('is possible for seven days', async () => {
    const { id } = await invitations.invite()
    const { activationExpiresAt } = await service.database.prisma.portalUser.findFirstOrThrow({ where: { id } })
    const precision = 2
    expect((activationExpiresAt!.getTime() - Date.now()) / DAY_MS).toBeCloseTo(7, precision)
  })

  it('accepts only the latest link: inviting the same e-mail again, in any case, invalidates the previous link', async () => {
    const first = await invitations.invite()
    const { partnerId } = first
    await internal.portalUsers.invite.mutate({ partnerId, email: first.email.toUpperCase(), name: 'Ana' })
    const token = await invitations.mails.latestToken(first.email)
    expect(token).not.toBe(first.token)
    expect(await rejectionOf(invitations.activate(first.token))).toEqual(INVALID_LINK)
    expect(await invitations.activate(token)).toMatchObject({ id: first.id })
  })

  it('succeeds for only one of several concurrent requests, whose password is then valid', async () => {
    const { email, token } = await invitations.invite()
    // The words keep the passwords from resembling the e-mail, which contains an id, too.
    const passwords = Array.from({ length: 4 }, () => `correct horse ${newId()}`)
    const calls = passwords.map((password) => invitations.activate(token, password))
    const results = await Promise.allSettled(calls)
    expect(fulfilledValues(results)).toHaveLength(1)
    for (const [index, { status }] of results.entries()) {
      const isWinner = status === 'fulfilled'
      if (!isWinner) expect(await rejectionOf(calls[index]!)).toEqual(USED)
      expect(await invitations.signInStatus(email, passwords[index]!)).toBe(isWinner ? 200 : 401)
    }
  })

  it('works in the same way for administrators, with the link of their activation mail', async () => {
    const account = await addAccount(await signedInPartner(service))
    expect(await invitations.mails.to(account.email)).toEqual([])
    await internal.subscriptions.activate.mutate({ accountId: account.id })
    const token = await invitations.mails.latestToken(account.email)
    expect(token).toMatch(/^paa_/)
    expect(await rejectionOf(invitations.activate(token, 'x'.repeat(11)))).toMatchObject({ status: 422 })
    const results = await Promise.allSettled([invitations.activate(token), invitations.activate(token)])
    expect(fulfilledValues(results)).toEqual([{ kind: 'administrator', id: account.id, status: 'active' }])
    expect(await rejectionOf(invitations.activate(token))).toEqual(USED)

    const other = await addAccount(await signedInPartner(service))
    await internal.subscriptions.activate.mutate({ accountId: other.id })
    const activationExpiresAt = new Date(Date.now() - 1000)
    await service.database.prisma.account.updateMany({ where: { id: other.id }, data: { activationExpiresAt } })
    expect(await rejectionOf(invitations.activate(await invitations.mails.latestToken(other.email)))).toEqual(EXPIRED)
  })
})
