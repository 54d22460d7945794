import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, type PartnerClient, signedInPartner, startTestService, type TestService } from '../harness.ts'
import {
  ACCOUNT_NOT_FOUND,
  addAccount,
  type CreatedAccount,
  emptyTestPartner,
  readEveryPage,
  type InternalClient,
  internalClient,
  rejectionOf,
  UNKNOWN_ID,
} from './internal-client.ts'

const newId = createIdGenerator()
const CNPJ = '12ABC34501DE35'
const CPF = '52998224725'
/** The current day in UTC. */
const today = () => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

describe('Lists of all partners', () => {
  let service: TestService
  let internal: InternalClient
  let partners: PartnerClient[]
  /** Oldest first: three of the first partner, then two of the second. */
  let accounts: CreatedAccount[]
  beforeAll(async () => {
    service = await startTestService()
    internal = internalClient(service)
    partners = [await signedInPartner(service), await signedInPartner(service)]
    accounts = []
    for (const index of [0, 0, 0, 1, 1]) accounts.push(await addAccount(partners[index]!))
    return () => service.stop()
  })

  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)
  const accountIds = (...indexes: number[]) => indexes.map((index) => accounts[index]!.id)

  it('return every record once, page by page: accounts and subscriptions newest first, partners oldest first', async () => {
    const newestFirst = accountIds(4, 3, 2, 1, 0)
    const page = await internal.accounts.list.query({ limit: 2 })
    expect([idsOf(page.items), page.nextCursor]).toEqual([newestFirst.slice(0, 2), newestFirst[1]])
    const pages = await readEveryPage((cursor) => internal.accounts.list.query({ cursor, limit: 2 }))
    expect(idsOf(pages)).toEqual(newestFirst)
    const whole = await internal.accounts.list.query({ limit: 5 })
    expect([idsOf(whole.items), whole.nextCursor]).toEqual([newestFirst, null])

    const subscriptions = await readEveryPage((cursor) => internal.subscriptions.list.query({ cursor, limit: 2 }))
    expect(subscriptions.map(({ accountId }) => accountId)).toEqual(newestFirst)
    const partnerList = await readEveryPage((cursor) => internal.partners.list.query({ cursor, limit: 1 }))
    expect(idsOf(partnerList)).toEqual(idsOf(partnerList).toSorted())
    expect(idsOf(partnerList)).toEqual(expect.arrayContaining(partners.map(({ user }) => user.partnerId)))
  })

  it("leave test partners' records out unless asked, or unless the filter names a record or partner", async () => {
    const testPartner = await signedInPartner(service, { testOf: partners[0]!.user.partnerId })
    const { partnerId } = testPartner.user
    const { id: accountId, email } = await addAccount(testPartner)
    await internal.webhooks.create.mutate({ partnerId, url: 'http://127.0.0.1:9/events' })
    await internal.subscriptions.activate.mutate({ accountId })
    const lists = [
      { name: 'accounts', count: 1, filters: [{ partnerId }, { email }, { taxId: CNPJ }] },
      { name: 'subscriptions', count: 1, filters: [{ partnerId }] },
      // Only mails of test partners have the status `kept`.
      {
        name: 'mails',
        count: 2,
        filters: [{ partnerId }, { accountId }, { recipient: email }, { status: 'kept' }],
      },
      { name: 'partners', count: 1, filters: [{ name: 'Revenda' }] },
      { name: 'webhooks', count: 1, filters: [{ partnerId }] },
    ] as const
    for (const { name, count, filters } of lists) {
      const list = internal[name].list.query as (
        input: object,
      ) => Promise<{ items: object[]; total?: { count: number } }>
      const countOfTestPartner = async (filter: object) => {
        const { items, total } = await list({ ...filter, limit: 200, withTotal: true })
        if (total !== undefined) expect(total.count).toBe(items.length)
        return items.filter((item) => Object.values(item).includes(partnerId)).length
      }
      expect([name, await countOfTestPartner({})]).toEqual([name, 0])
      for (const filter of [{ includeTest: true }, ...filters])
        expect([name, filter, await countOfTestPartner(filter)]).toEqual([name, filter, count])
    }
    for (const { list } of [internal.accounts, internal.subscriptions])
      expect((await list.query({ partnerId })).items).toMatchObject([{ partnerMode: 'test' }])
    // Later tests expect only live records.
    await emptyTestPartner(internal, partnerId, 'fim do teste')
  })

  it('return their records in either order, and their number with the first page', async () => {
    const partnerId = partners[0]!.user.partnerId
    for (const code of ['A', 'B']) {
      await internal.coupons.create.mutate({ code, percentOff: 5 })
      const email = `${newId()}@revenda.example`
      await internal.portalUsers.invite.mutate({ partnerId: partners[1]!.user.partnerId, email, name: 'Ana' })
    }
    for (const name of ['partners', 'coupons', 'portalUsers', 'accounts', 'subscriptions', 'mails'] as const) {
      const readIds = async (order: 'newest' | 'oldest') =>
        idsOf(await readEveryPage<{ id: string }>((cursor) => internal[name].list.query({ order, cursor, limit: 1 })))
      const newest = await readIds('newest')
      expect(newest).toEqual(newest.toSorted().toReversed())
      expect(await readIds('oldest')).toEqual(newest.toReversed())
      const isOldestFirst = name === 'partners' || name === 'coupons'
      expect(idsOf((await internal[name].list.query()).items)).toEqual(isOldestFirst ? newest.toReversed() : newest)
      const first = await internal[name].list.query({ withTotal: true, limit: 1 })
      expect(first.total).toEqual({ count: newest.length, isExact: true })
      const next = await internal[name].list.query({ withTotal: true, cursor: first.nextCursor, limit: 1 })
      expect(next).not.toHaveProperty('total')
    }
    const creations = { action: 'account.created', partnerId, withTotal: true }
    expect((await internal.audit.list.query(creations)).total).toEqual({ count: 3, isExact: true })
    const actor = `portal-user:${partners[0]!.user.id}`
    expect((await internal.audit.list.query({ ...creations, actor })).total).toEqual({ count: 3, isExact: true })
  })

  it('filtered by partner continue on the next page, without records of other partners', async () => {
    const partnerId = partners[0]!.user.partnerId
    const ids = idsOf(await readEveryPage((cursor) => internal.accounts.list.query({ partnerId, cursor, limit: 1 })))
    expect(ids).toEqual(accountIds(2, 1, 0))
    const users = await readEveryPage((cursor) => internal.portalUsers.list.query({ partnerId, cursor, limit: 1 }))
    expect(users.map(({ email }) => email)).toEqual([partners[0]!.user.email])
    const subscriptions = await internal.subscriptions.list.query({ partnerId })
    expect(subscriptions.items.map(({ accountId }) => accountId)).toEqual(accountIds(2, 1, 0))
    expect((await internal.accounts.list.query({ partnerId: UNKNOWN_ID })).items).toEqual([])
  })

  it('show the employer, partner, administrator and subscription of accounts', async () => {
    const [account] = (await internal.accounts.list.query({ limit: 1 })).items
    const [partner] = (await internal.partners.list.query()).items.filter(
      ({ id }) => id === partners[1]!.user.partnerId,
    )
    expect(account).toEqual({
      id: accounts[4]!.id,
      partnerId: partner!.id,
      partnerName: partner!.name,
      partnerMode: 'live',
      createdAt: expect.any(String),
      name: accountBody().company_doc.name,
      cpf: null,
      cnpj: CNPJ,
      administratorEmail: accounts[4]!.email,
      subscriptionStatus: 'pending',
      subscriptionEmployees: accountBody().employees_quantity,
    })
    expect(partner).toMatchObject({ accounts: 2, status: 'active', coupon: null })
  })

  it('find accounts by tax ID and e-mail in any case, as accounts.get does if only one account matches', async () => {
    const partner = await signedInPartner(service)
    const body = accountBody()
    const individual = { ...body, company_doc: { ...body.company_doc, cnpj: undefined, cpf: CPF } }
    const { body: person } = await partner.post('/partner-accounts', individual)
    const withLetters = { ...accountBody(), company_doc: { ...body.company_doc, cnpj: '98ZYX765000199' } }
    const { body: company } = await partner.post('/partner-accounts', withLetters)

    const idsWith = async (filter: { taxId?: string; email?: string; partnerId?: string }) =>
      idsOf((await internal.accounts.list.query(filter)).items)
    expect(await idsWith({ taxId: CPF })).toEqual([person._id])
    expect(await idsWith({ taxId: '98zyx765000199' })).toEqual([company._id])
    expect(await idsWith({ taxId: CNPJ })).toEqual(accountIds(4, 3, 2, 1, 0))
    expect(await idsWith({ taxId: CNPJ, partnerId: partners[1]!.user.partnerId })).toEqual(accountIds(4, 3))
    expect(await idsWith({ email: accounts[1]!.email.toUpperCase() })).toEqual(accountIds(1))

    const getAccount = (id: string) => internal.accounts.get.query({ id })
    expect(await getAccount(CPF)).toMatchObject({ id: person._id })
    expect(await getAccount(accounts[1]!.email)).toMatchObject({ id: accounts[1]!.id })
    expect(await rejectionOf(getAccount(CNPJ))).toMatchObject({ status: 409 })
    expect(await rejectionOf(getAccount('00000000000'))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(getAccount('nobody@estrela.example'))).toEqual(ACCOUNT_NOT_FOUND)
    expect(await rejectionOf(getAccount('12.ABC.345/01DE-35'))).toMatchObject({ status: 422 })
  })

  it('filter accounts by the date of their creation', async () => {
    const idsOfDates = async (dates: { from?: string; to?: string }) =>
      idsOf((await internal.accounts.list.query({ ...dates, partnerId: partners[0]!.user.partnerId })).items)
    expect(await idsOfDates({ from: today(), to: '2099-12-31' })).toEqual(accountIds(2, 1, 0))
    expect(await idsOfDates({ from: '2099-01-01' })).toEqual([])
    expect(await idsOfDates({ to: '2020-01-01' })).toEqual([])
  })

  it('filter accounts and subscriptions by status, and mails by account, recipient, kind and status', async () => {
    const { id } = accounts[0]!
    await internal.subscriptions.activate.mutate({ accountId: id })
    const idsWith = async (status: 'pending' | 'active', partnerId?: string) =>
      idsOf((await internal.accounts.list.query({ status, partnerId })).items)
    expect(await idsWith('active')).toEqual([id])
    expect(await idsWith('pending', partners[0]!.user.partnerId)).toEqual(accountIds(2, 1))
    const found = await internal.records.search.query({ query: accounts[0]!.email, accountStatus: 'active' })
    expect(idsOf(found.accounts)).toEqual([id])
    const missed = await internal.records.search.query({ query: accounts[0]!.email, accountStatus: 'pending' })
    expect(missed.accounts).toEqual([])
    const active = await internal.subscriptions.list.query({ status: 'active' })
    expect(active.items).toMatchObject([
      { accountId: id, status: 'active', activatedAt: expect.any(String), canceledAt: null },
    ])
    const pending = await readEveryPage((cursor) =>
      internal.subscriptions.list.query({ status: 'pending', cursor, limit: 1 }),
    )
    expect(pending.map(({ accountId }) => accountId)).not.toContain(id)

    const mails = await internal.mails.list.query({ accountId: id })
    expect(mails.items.map(({ kind }) => kind)).toEqual(['administrator-welcome', 'administrator-activation'])
    const recipient = accounts[0]!.email.toUpperCase()
    expect((await internal.mails.list.query({ recipient, status: 'queued' })).items).toEqual(mails.items)
    expect((await internal.mails.list.query({ recipient, kind: 'administrator-welcome' })).items).toHaveLength(1)
    expect((await internal.mails.list.query({ recipient, failed: true })).items).toEqual([])
  })

  it('filter the audit trail by actor, action, record and time', async () => {
    const { user } = partners[0]!
    const { id } = await internal.partners.create.mutate({ name: 'Revenda Norte' })
    await internal.partners.suspend.mutate({ id })
    const listActions = async (filter: Parameters<typeof internal.audit.list.query>[0]) => {
      const entries = await readEveryPage((cursor) => internal.audit.list.query({ ...filter, cursor, limit: 1 }))
      return entries.map(({ action }) => action)
    }

    expect(await listActions({ recordId: id })).toEqual(['partner.suspended', 'partner.created'])
    expect(await listActions({ recordId: accounts[2]!.id })).toEqual(['account.created'])
    const creations = await listActions({ actor: `portal-user:${user.id}`, action: 'account.created' })
    expect(creations).toEqual(Array(3).fill('account.created'))
    expect(await listActions({ actor: `portal-user:${user.id}` })).toEqual([...creations, 'portal-user.token-issued'])
    expect(await listActions({ actor: `portal-user:${user.id}`, partnerId: id })).toEqual([])
    expect(await listActions({ actor: `portal-user:${user.id}`, from: '2099-01-01' })).toEqual([])
    expect(await listActions({ actor: `portal-user:${user.id}`, recordId: accounts[0]!.id })).toHaveLength(1)
    expect(await listActions({ actor: `portal-user:${UNKNOWN_ID}` })).toEqual([])
    expect(await listActions({ actor: 'portal-user', partnerId: user.partnerId })).toEqual([
      ...creations,
      'portal-user.token-issued',
    ])
    expect(await listActions({ actor: 'internal:test', partnerId: id })).toHaveLength(2)
    expect(await listActions({ actor: 'internal:billing' })).toEqual([])
    expect(await listActions({ action: 'partner.suspended', partnerId: id })).toEqual(['partner.suspended'])
    expect(await listActions({ action: 'account.created', partnerId: user.partnerId })).toHaveLength(3)

    expect(await listActions({ partnerId: id, from: '2020-01-01', to: '2099-12-31' })).toHaveLength(2)
    expect(await listActions({ partnerId: id, from: today() })).toHaveLength(2)
    expect(await listActions({ partnerId: id, to: '2020-01-01' })).toEqual([])
    expect(await listActions({ partnerId: id, from: '2099-01-01' })).toEqual([])
  })

  it('find partners by a part of their name, and portal users by parts of name and e-mail and by status', async () => {
    const name = `Ótica ${newId()}`
    const { id } = await internal.partners.create.mutate({ name })
    const found = await internal.partners.list.query({ name: name.slice(1, 12).toUpperCase(), status: 'active' })
    expect(idsOf(found.items)).toContain(id)
    expect((await internal.partners.list.query({ name, status: 'suspended' })).items).toEqual([])

    // Each word of the text may be a part of a word of the name.
    expect((await internal.partners.list.query({ name: `tica ${name.slice(-12)}` })).items).toEqual(found.items)
    // A text without letters or digits finds nothing.
    expect((await internal.partners.list.query({ name: '@' })).items).toEqual([])
    const part = newId()
    const email = `ana.${part}@revenda.example`
    const invited = await internal.portalUsers.invite.mutate({ partnerId: id, email, name: 'Ána Araújo' })
    const shown = {
      ...invited,
      createdAt: expect.any(String),
      lastSignedInAt: null,
      erasedAt: null,
      linkExpiresAt: expect.any(String),
      partnerName: name,
      partnerMode: 'live',
    }
    for (const text of [email.toUpperCase(), part.slice(2), `araujo ana ${part}`, `RAÚJ ${part}`]) {
      expect((await internal.portalUsers.list.query({ email: text })).items).toEqual([shown])
      expect((await internal.records.search.query({ query: text })).portalUsers).toEqual([shown])
    }
    expect(await internal.portalUsers.get.query({ id: invited.id })).toEqual(shown)
    expect((await internal.portalUsers.list.query({ email, status: 'active' })).items).toEqual([])
    expect(await rejectionOf(internal.portalUsers.get.query({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
    expect(await rejectionOf(internal.partners.get.query({ id: UNKNOWN_ID }))).toMatchObject({ status: 404 })
  })

  it('return the notes of a partner or of an account, newest first', async () => {
    const { partnerId } = partners[0]!.user
    const accountId = accounts[0]!.id
    const addNote = async (subject: { partnerId: string } | { accountId: string }, text: string) =>
      internal.notes.create.mutate({ ...subject, text })
    const first = await addNote({ partnerId }, 'Prefere boletos.')
    const second = await addNote({ partnerId }, 'Ligar à tarde.')
    const ofAccount = await addNote({ accountId }, 'Mudou de dono.')
    expect(first).toEqual({
      id: first.id,
      partnerId,
      accountId: null,
      author: 'test',
      text: 'Prefere boletos.',
      createdAt: expect.any(String),
    })
    const listed = await readEveryPage((cursor) => internal.notes.list.query({ partnerId, cursor, limit: 1 }))
    expect(listed).toEqual([second, first])
    expect((await internal.notes.list.query({ accountId })).items).toEqual([ofAccount])
    expect(await internal.notes.delete.mutate({ id: first.id })).toEqual(first)
    expect((await internal.notes.list.query({ partnerId })).items).toEqual([second])
    for (const subject of [{}, { partnerId, accountId }])
      expect(await rejectionOf(internal.notes.list.query(subject))).toMatchObject({ status: 422 })
    expect(await rejectionOf(addNote({ partnerId }, 'x'.repeat(2_001)))).toMatchObject({ status: 422 })
  })

  it('reject invalid filters, naming each field', async () => {
    const fieldsOf = async (call: Promise<unknown>) => Object.keys((await rejectionOf(call)).details as object)
    expect(await fieldsOf(internal.accounts.list.query({ limit: 0, cursor: 'x', taxId: '1' }))).toEqual([
      'cursor',
      'limit',
      'taxId',
    ])
    expect(await fieldsOf(internal.accounts.list.query({ limit: 201 }))).toEqual(['limit'])
    expect(await fieldsOf(internal.mails.list.query({ status: 'lost' as 'sent', recipient: 'x' }))).toEqual([
      'status',
      'recipient',
    ])
    expect(await fieldsOf(internal.audit.list.query({ actor: 'nobody:x', action: 'x', from: 'today' }))).toEqual([
      'actor',
      'action',
      'from',
    ])
  })
})
