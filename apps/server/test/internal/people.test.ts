import { createIdGenerator } from '@partner-accounts/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBody, signedInPartner, startTestService, type TestService } from '../harness.ts'
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

  it('returns all records of a portal user and none of a colleague, without hashes', async () => {
    const { user, ...partner } = await signedInPartner(service)
    await signedInPartner(service)
    const { id } = await addAccount({ user, ...partner })
    await internal.portalUsers.setPermissions.mutate({ id: user.id, permissions: ['accounts:read'] })
    const key = { partnerId: user.partnerId, userId: user.id }
    const session = { ...key, sessionId: newId(), tokenGeneration: 0, userAgent: 'Firefox', validForSeconds: 60 }
    await service.database.stores.portalSessions.add(session)
    const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' } as const
    const mailId = await service.database.stores.mails.queue({ recipient: user.email, content })
    await expect.poll(() => service.database.prisma.loggedRequest.count({ where: key }), { timeout: 30_000 }).toBe(2)

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

  it('returns the account of an administrator, and to its financial contact only the employer', async () => {
    const partner = await signedInPartner(service)
    const financial = `Contas_${newId()}@estrela.example`
    const body = accountBody()
    const company = { ...body.company_doc, financial_email: financial }
    const { body: account } = await partner.post('/partner-accounts', { ...body, company_doc: company })
    await internal.notes.add.mutate({ accountId: account._id, text: 'Pede para ser chamada de Bia.' })
    const similar = { ...accountBody().company_doc, financial_email: financial.replace('_', 'x') }
    await partner.post('/partner-accounts', { ...accountBody(), company_doc: similar })

    const administrator = await internal.people.export.mutate({ email: body.email })
    const contact = await internal.people.export.mutate({ email: financial })

    expect(administrator).toMatchObject({
      portalUser: null,
      administeredAccount: { administrator: { email: body.email }, employer: { financialEmail: financial } },
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
