import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserClient } from '../browser-client.ts'
import { accountBody, addPortalUser, signedInPartner, startTestService, type TestService } from '../harness.ts'
import { addAccount, type InternalClient, internalClient, rejectionOf } from './internal-client.ts'

const newId = createIdGenerator()

describe('people.export', () => {
  let service: TestService
  let internal: InternalClient
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
  })
  afterAll(() => service.stop())

  it('returns all records of a portal user and none of another user, without hashes', async () => {
    const partner = await signedInPartner(service)
    await signedInPartner(service)
    const { user } = partner
    const { id } = await addAccount(partner)
    await internal.portalUsers.setPermissions.mutate({ id: user.id, permissions: ['accounts:read'] })
    const owner = { partnerId: user.partnerId, userId: user.id }
    const session = { ...owner, sessionId: newId(), tokenGeneration: 0, userAgent: 'Firefox', validForSeconds: 60 }
    await service.database.stores.portalSessions.add(session)
    const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' } as const
    const mailId = await service.database.stores.mails.queue({ recipient: user.email, content })
    // Requests are logged in the background.
    await expect.poll(() => service.database.prisma.loggedRequest.count({ where: owner }), { timeout: 30_000 }).toBe(2)

    const person = await internal.people.export.mutate({ email: user.email.toUpperCase() })

    expect(person).toMatchObject({
      email: user.email,
      isComplete: true,
      portalUser: {
        id: user.id,
        email: user.email,
        name: 'Ana',
        hasSecondFactor: false,
        lastSignedInAt: expect.any(String),
      },
      sessions: [{ userAgent: 'Firefox' }],
      requests: [
        { userId: user.id, route: '/partner-accounts' },
        { userId: user.id, route: '/tokens' },
      ],
      administeredAccount: null,
      financialContactOf: [],
      notes: [],
      mails: [{ id: mailId, kind: 'password-changed', status: 'queued' }],
      operatorSessions: [],
    })
    expect(person.auditEntries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['portal-user.permissions-changed', user.id],
      ['account.created', id],
      ['portal-user.token-issued', user.id],
    ])
    expect(JSON.stringify(person)).not.toMatch(/hash|sealed|argon2/i)
  })

  it('returns the account for its administrator, and only the employer for its financial contact', async () => {
    const partner = await signedInPartner(service)
    const financialEmail = `Contas_${newId()}@estrela.example`
    const body = accountBody()
    const company = { ...body.company_doc, financial_email: financialEmail }
    const { body: account } = await partner.post('/partner-accounts', { ...body, company_doc: company })
    await internal.notes.create.mutate({ accountId: account._id, text: 'Pede para ser chamada de Bia.' })
    // In SQL's LIKE, `_` matches any character.
    const similar = { ...accountBody().company_doc, financial_email: financialEmail.replace('_', 'x') }
    await partner.post('/partner-accounts', { ...accountBody(), company_doc: similar })

    const administrator = await internal.people.export.mutate({ email: body.email })
    const contact = await internal.people.export.mutate({ email: financialEmail })

    expect(administrator).toMatchObject({
      portalUser: null,
      administeredAccount: { administrator: { email: body.email }, employer: { financialEmail } },
      notes: [{ text: 'Pede para ser chamada de Bia.' }],
      auditEntries: [{ action: 'note.added' }, { action: 'account.created' }],
    })
    expect(contact).toMatchObject({
      administeredAccount: null,
      notes: [],
      financialContactOf: [{ name: company.name }],
    })
    expect(JSON.stringify(contact)).not.toContain(body.email)
  })

  it('prefers the live account of an administrator to newer ones of test partners, and returns all with their notes', async () => {
    const live = await signedInPartner(service)
    const body = accountBody()
    const { body: liveAccount } = await live.post('/partner-accounts', body)
    await internal.notes.create.mutate({ accountId: liveAccount._id, text: 'Nota da conta.' })
    const testIds: string[] = []
    for (const { user } of [live, await signedInPartner(service)]) {
      const test = await signedInPartner(service, { testOf: user.partnerId })
      const { body: testAccount } = await test.post('/partner-accounts', body)
      await internal.notes.create.mutate({ accountId: testAccount._id, text: 'Nota do teste.' })
      testIds.unshift(testAccount._id)
    }

    const person = await internal.people.export.mutate({ email: body.email })

    expect(person).toMatchObject({ isComplete: true, administeredAccount: { id: liveAccount._id } })
    expect(person.testAccounts.map(({ id }) => id)).toEqual(testIds)
    expect(person.notes.map(({ text }) => text)).toEqual(['Nota da conta.', 'Nota do teste.', 'Nota do teste.'])
    const created = person.auditEntries.filter(({ action }) => action === 'account.created')
    expect(created.map(({ accountId }) => accountId)).toEqual([...testIds, liveAccount._id])
    expect(await internal.accounts.get.query({ id: body.email })).toMatchObject({ id: liveAccount._id })
  })

  it('returns the user, sessions and requests of a manager in test mode', async () => {
    const manager = await addPortalUser(service)
    const browser = await BrowserClient.signedIn(service, manager)
    await browser.page().testPartner.open.mutate()
    const { id, partner } = await browser.testPage().sessions.getCurrent.query()

    const person = await internal.people.export.mutate({ email: manager.email })

    expect(person).toMatchObject({
      portalUser: { id: manager.id },
      testUser: { id, partnerId: partner.id, name: 'Ana' },
    })
    expect(person.sessions).toHaveLength(2)
    expect(person.auditEntries).toContainEqual(
      expect.objectContaining({ action: 'portal-user.signed-in', subjectId: id }),
    )
  })

  it('records each export with its id and e-mail, and rejects an unknown e-mail without an entry', async () => {
    const { user } = await signedInPartner(service)
    const person = await internal.people.export.mutate({ email: user.email })
    const unknown = internal.people.export.mutate({ email: `${newId()}@nobody.example` })

    expect(await rejectionOf(unknown)).toMatchObject({ status: 404 })
    expect((await internal.audit.list.query({ action: 'person.exported', limit: 1 })).items).toMatchObject([
      { actor: 'internal:test', subjectId: person.id, changes: { email: { from: null, to: user.email } } },
    ])
  })
})
