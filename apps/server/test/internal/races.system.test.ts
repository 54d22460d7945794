import { createIdGenerator } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MailTransport } from '../../src/mail/mail-transport.ts'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { listenOn, signedIn, signedInPartner, TEST_KEYS, type TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'
import { addAccount, everyPage, internalClient, nativeClient } from './internal-client.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const programs = postgresPrograms()
const ROUNDS = 10

/** The embedded database has one session and thus no concurrency. Here two instances have a pool each. */
describe.skipIf(programs === undefined)('Concurrent calls to two instances (skipped: no PostgreSQL installed)', () => {
  let postgres: PostgresServer
  let databases: Database[]
  let services: TestService[]
  let mails: QueuedMails
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    // A busy machine may delay a transaction that waits for others.
    const limits = { connectTimeoutMs: 30_000, statementTimeoutMs: 30_000 }
    const open = () => openDatabase({ url: postgres.url, ...limits }, TEST_KEYS.dataSealingKeys)
    databases = [await open(), await open()]
    await databases[0]!.migrate()
    services = await Promise.all(databases.map((database) => listenOn(database)))
    mails = new QueuedMails(databases[0]!)
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    for (const database of databases) await database.close()
    await postgres.stop()
  })

  const at = (index: number) => services[index % 2]!
  const internalAt = (index: number) => internalClient(at(index))
  /** Returns the results of concurrent calls, which alternate between the instances. */
  const concurrently = <T>(count: number, call: (index: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
  const fulfilled = <T>(calls: PromiseSettledResult<T>[]) =>
    calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
  const rejections = (calls: PromiseSettledResult<unknown>[]) =>
    calls.flatMap((call) => (call.status === 'rejected' ? [(call.reason as Error).message] : []))
  const actions = async (filter: { accountId?: string; partnerId?: string }) =>
    (await internalAt(0).audit.list.query(filter)).items.map(({ action }) => action).toSorted()

  it('activate a link once', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    for (let round = 0; round < 3; round++) {
      const email = `${newId()}@revenda.example`
      await internalAt(round).portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
      const token = await mails.latestToken(email)
      const calls = await concurrently(4, (index) =>
        nativeClient(at(index)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
      )
      expect(fulfilled(calls)).toHaveLength(1)
      expect(rejections(calls)).toEqual(Array(3).fill('This activation link has already been used.'))
    }
  })

  it('activate a subscription once, with one mail of each kind', async () => {
    const account = await addAccount(await signedInPartner(at(0)))
    const calls = await concurrently(10, (index) =>
      internalAt(index).subscriptions.activate.mutate({ accountId: account.id }),
    )
    expect(fulfilled(calls).map(({ status }) => status)).toEqual(Array(10).fill('active'))
    expect((await mails.to(account.email)).map(({ kind }) => kind)).toEqual([
      'administrator-activation',
      'administrator-welcome',
    ])
    expect(await actions({ accountId: account.id })).toEqual(['account.created', 'subscription.activated'])
  })

  it('create one test partner of a partner', async () => {
    const { id: testOf } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const calls = await concurrently(6, (index) =>
      internalAt(index).partners.create.mutate({ name: `Teste ${index}`, testOf }),
    )
    expect(fulfilled(calls)).toHaveLength(1)
    expect(rejections(calls)).toEqual(Array(5).fill('The partner already has a test partner.'))
  })

  it('empty a test partner during changes without deadlocks, and leave nothing of its accounts', async () => {
    const live = await signedInPartner(at(0))
    const test = await signedInPartner(at(0), { testOf: live.user.partnerId })
    const { partnerId } = test.user
    const { prisma } = databases[0]!
    const expected = /not found|already exists|already in use|has been deleted/i
    for (let round = 0; round < 3; round++) {
      const accounts = []
      for (let count = 0; count < 12; count++) accounts.push(await addAccount(test))
      const emails = accounts.map(() => `${newId()}@estrela.example`)
      const calls = await Promise.allSettled([
        ...accounts.map(({ id }, index) =>
          internalAt(index).accounts.correct.mutate({ id, administrator: { email: emails[index]! } }),
        ),
        ...accounts.map(({ id: accountId }, index) =>
          internalAt(index).notes.create.mutate({ accountId, text: 'Prefere boletos' }),
        ),
        ...accounts.map(({ id: accountId }, index) => internalAt(index).subscriptions.activate.mutate({ accountId })),
        ...[0, 1, 2].map((index) => internalAt(index).partners.empty.mutate({ id: partnerId, reason: 'Novos testes' })),
        ...[0, 1, 2, 3].map(() => addAccount(test)),
        ...[0, 1, 2, 3, 4].map(async () => {
          const { status, body } = await test.get('/events')
          if (status !== 200) throw new Error(`events: ${status}`)
          for (const event of body._items as { type: string; account: unknown }[])
            if (event.type.startsWith('account.') && event.account === null) throw new Error('event without account')
        }),
      ])
      expect(rejections(calls).filter((message) => !expected.test(message))).toEqual([])
      while (!(await internalAt(0).partners.empty.mutate({ id: partnerId, reason: 'Novos testes' })).isEmpty);
      const ofPartner = { where: { partnerId } }
      const left = [
        await prisma.account.count(ofPartner),
        await prisma.administratorEmail.count(ofPartner),
        await prisma.note.count(ofPartner),
        await prisma.subscription.count(ofPartner),
        await prisma.auditEntry.count({ where: { partnerId, position: { not: null } } }),
      ]
      expect(left).toEqual([0, 0, 0, 0, 0])
    }
    const emptied = (await actions({ partnerId })).filter((action) => action === 'partner.emptied')
    expect(emptied).toHaveLength(1)
  })

  it('never report a canceled subscription as active', async () => {
    const partner = await signedInPartner(at(0))
    for (let round = 0; round < ROUNDS; round++) {
      const { id: accountId, email } = await addAccount(partner)
      const [activation, cancellation] = await Promise.allSettled([
        internalAt(round).subscriptions.activate.mutate({ accountId }),
        internalAt(round + 1).subscriptions.cancel.mutate({ accountId }),
      ])
      expect(cancellation.status).toBe('fulfilled')
      const { subscription } = await internalAt(0).accounts.get.query({ id: accountId })
      expect(subscription.status).toBe('canceled')
      expect(await mails.to(email)).toHaveLength(activation.status === 'fulfilled' ? 2 : 0)
    }
  })

  it('redeem a coupon exactly up to its limit', async () => {
    const code = newId()
    await internalAt(0).coupons.create.mutate({ code, percentOff: 25, maxRedemptions: 5 })
    const partners = [await signedInPartner(at(0)), await signedInPartner(at(0))]
    for (const { user } of partners) await internalAt(0).partners.setCoupon.mutate({ id: user.partnerId, coupon: code })
    const places = [...partners, ...(await Promise.all(partners.map(({ user }) => signedIn(at(1), user))))]
    const accounts = fulfilled(await concurrently(12, (index) => addAccount(places[index % 4]!)))
    const shown = await Promise.all(accounts.map(({ id }) => internalAt(0).accounts.get.query({ id })))
    const applied = shown.map(({ subscription: { coupon, percentOff } }) => `${coupon} ${percentOff}`)
    expect(applied.toSorted()).toEqual([...Array(5).fill(`${code} 25`), ...Array(7).fill('null null')].toSorted())
    const coupons = await everyPage((cursor) => internalAt(1).coupons.list.query({ cursor }))
    expect(coupons.find((coupon) => coupon.code === code)?.redemptions).toBe(5)
  })

  it('lock the partner before the coupon when a renewal is activated immediately, as a creation does', async () => {
    const activating = await listenOn(databases[1]!, { SUBSCRIPTION_ACTIVATION: 'immediate' })
    services.push(activating)
    const code = newId()
    await internalAt(0).coupons.create.mutate({ code, percentOff: 25 })
    const partner = await signedInPartner(activating)
    const { id: accountId } = await addAccount(partner)
    const { subscriptions } = internalClient(activating)
    await subscriptions.cancel.mutate({ accountId })
    const { prisma } = databases[0]!
    const renewal = await prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT id FROM partners WHERE id = ${partner.user.partnerId} FOR NO KEY UPDATE`
        const waiting = { done: subscriptions.create.mutate({ accountId, employees: 3, coupon: code }) }
        await vi.waitFor(async () => {
          const locks = prisma.$queryRaw`SELECT pid FROM pg_locks WHERE NOT granted`
          expect(await locks).toHaveLength(1)
        }, 20_000)
        await transaction.$queryRaw`SELECT id FROM coupons WHERE code = ${code} FOR NO KEY UPDATE NOWAIT`
        return waiting
      },
      { timeout: 25_000 },
    )
    expect(await renewal.done).toMatchObject({ status: 'active', percentOff: 25 })
    expect((await internalAt(0).coupons.get.query({ code })).redemptions).toBe(1)
  })

  it('renew with the last redemption of a coupon once, and store nothing of the other renewal', async () => {
    const code = newId()
    await internalAt(0).coupons.create.mutate({ code, percentOff: 25, maxRedemptions: 1 })
    const partner = await signedInPartner(at(0))
    const accounts = [await addAccount(partner), await addAccount(partner)]
    for (const { id } of accounts) await internalAt(0).subscriptions.cancel.mutate({ accountId: id })
    const calls = await concurrently(2, (index) =>
      internalAt(index).subscriptions.create.mutate({ accountId: accounts[index]!.id, employees: 3, coupon: code }),
    )
    expect(fulfilled(calls)).toMatchObject([{ percentOff: 25 }])
    const shown = await Promise.all(accounts.map(({ id }) => internalAt(0).accounts.get.query({ id })))
    expect(shown.map(({ subscription }) => subscription.status).toSorted()).toEqual(['canceled', 'pending'])
    expect((await internalAt(0).coupons.get.query({ code })).redemptions).toBe(1)
  })

  it('suspend a partner once, resume it once, and get 409 otherwise', async () => {
    const { id } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const suspensions = await concurrently(6, (index) => internalAt(index).partners.suspend.mutate({ id }))
    expect(rejections(suspensions)).toEqual(Array(5).fill('The partner is already suspended.'))
    const resumptions = await concurrently(6, (index) => internalAt(index).partners.resume.mutate({ id }))
    expect(rejections(resumptions)).toEqual(Array(5).fill('The partner is already active.'))
    expect(await actions({ partnerId: id })).toEqual(['partner.created', 'partner.resumed', 'partner.suspended'])
  })

  it('invite an e-mail as one portal user, and only the link of the last mail is valid', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const email = `${newId()}@revenda.example`
    await concurrently(6, (index) => internalAt(index).portalUsers.invite.mutate({ partnerId, email, name: 'Ana' }))
    const tokens = (await mails.to(email)).map((mail) => ('activationToken' in mail ? mail.activationToken : ''))
    expect(tokens.length).toBeGreaterThan(0)
    expect(await databases[0]!.prisma.portalUser.count({ where: { email } })).toBe(1)
    const calls = await Promise.allSettled(
      tokens.map((token) =>
        nativeClient(at(0)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
      ),
    )
    expect(fulfilled(calls)).toHaveLength(1)
  })

  it('never undo an activation by a second invitation', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    for (let round = 0; round < ROUNDS; round++) {
      const email = `${newId()}@revenda.example`
      const invited = { partnerId, email, name: 'Ana' }
      const { id } = await internalAt(0).portalUsers.invite.mutate(invited)
      const token = await mails.latestToken(email)
      const [activation] = await Promise.allSettled([
        nativeClient(at(0)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
        internalAt(1).portalUsers.invite.mutate(invited),
      ])
      const { status } = await databases[0]!.prisma.portalUser.findFirstOrThrow({ where: { id } })
      expect(status).toBe(activation.status === 'fulfilled' ? 'active' : 'invited')
    }
  })

  it('give an e-mail to only one of several accounts', async () => {
    const partner = await signedInPartner(at(0))
    const accounts = await Promise.all(Array.from({ length: 4 }, () => addAccount(partner)))
    const administrator = { email: `${newId()}@estrela.example` }
    const calls = await concurrently(4, (index) =>
      internalAt(index).accounts.correct.mutate({ id: accounts[index]!.id, administrator }),
    )
    expect(fulfilled(calls)).toHaveLength(1)
    expect((await internalAt(0).accounts.list.query(administrator)).items).toHaveLength(1)
  })

  it('serialize corrections of an account, so the audit trail is a chain of values', async () => {
    const { id, email } = await addAccount(await signedInPartner(at(0)))
    const emails = Array.from({ length: 6 }, () => `${newId()}@estrela.example`)
    const calls = await concurrently(emails.length, (index) =>
      internalAt(index).accounts.correct.mutate({ id, administrator: { email: emails[index]! } }),
    )
    expect(fulfilled(calls)).toHaveLength(emails.length)
    const entries = (await internalAt(0).audit.list.query({ accountId: id })).items
    const changes = entries.flatMap((entry) => (entry.changes ? [entry.changes['email']!] : []))
    const chain: (string | null | undefined)[] = [email]
    while (chain.length <= emails.length) chain.push(changes.find(({ from }) => from === chain.at(-1))?.to)
    expect(chain.slice(1).toSorted()).toEqual(emails.toSorted())
    expect((await internalAt(1).accounts.get.query({ id })).administrator.email).toBe(chain.at(-1))
  })

  it('deliver each queued mail once', async () => {
    await mails.to('nobody')
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const invited = await concurrently(20, (index) =>
      internalAt(index).portalUsers.invite.mutate({ partnerId, email: `${newId()}@revenda.example`, name: 'Ana' }),
    )
    const sent: string[] = []
    const transport: MailTransport = {
      concurrency: 2,
      send: ({ recipient }) => Promise.resolve(void sent.push(recipient)),
      close: () => {},
    }
    const { logger } = captureLog()
    const workers = databases.flatMap(({ mailQueue: queue }) =>
      [1, 2].map(() => createMailWorker({ queue, transport, logger, pollMilliseconds: 10 })),
    )
    for (const worker of workers) worker.start()
    const countSent = () => databases[0]!.prisma.mail.count({ where: { status: 'sent' } })
    await vi.waitFor(async () => expect(await countSent()).toBe(fulfilled(invited).length), 30_000)
    for (const worker of workers) await worker.stop()
    expect(sent.toSorted()).toEqual(
      fulfilled(invited)
        .map(({ email }) => email)
        .toSorted(),
    )
  })
})
