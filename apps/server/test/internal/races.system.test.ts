import { createIdGenerator } from '@partner-accounts/core'
import { type Database, openDatabase } from '@partner-accounts/db'
import { postgresPrograms, type PostgresServer, startPostgres } from '@partner-accounts/local-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MailTransport } from '../../src/mail/mail-transport.ts'
import { createMailWorker } from '../../src/mail/mail-worker.ts'
import { listenOn, type PartnerClient, signedIn, signedInPartner, TEST_KEYS, type TestService } from '../harness.ts'
import { captureLog } from '../mail/log-capture.ts'
import {
  addAccount,
  emptyTestPartner,
  fulfilledValues,
  internalClient,
  nativeClient,
  readEveryPage,
} from './internal-client.ts'
import { QueuedMails } from './queued-mails.ts'

const newId = createIdGenerator()
const programs = postgresPrograms()
const ROUNDS = 10

/** These tests require PostgreSQL: the embedded database has only one session, and thus no concurrent transactions. */
describe.skipIf(programs === undefined)('Concurrent calls to two instances (requires PostgreSQL)', () => {
  let postgres: PostgresServer
  let databases: Database[]
  let services: TestService[]
  let mails: QueuedMails
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '')
    // On a busy machine, a transaction may wait long for the locks of others.
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

  /** Returns the first instance for an even index, and the second for an odd one. */
  const serviceAt = (index: number) => services[index % 2]!
  const internalAt = (index: number) => internalClient(serviceAt(index))
  const callConcurrently = <T>(count: number, call: (index: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
  const rejectionMessages = (results: PromiseSettledResult<unknown>[]) =>
    results.filter((result) => result.status === 'rejected').map(({ reason }) => (reason as Error).message)
  const listActions = async (filter: { accountId?: string; partnerId?: string }) =>
    (await internalAt(0).audit.list.query(filter)).items.map(({ action }) => action).toSorted()

  it('activate a link once', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    for (let round = 0; round < 3; round++) {
      const email = `${newId()}@revenda.example`
      await internalAt(round).portalUsers.invite.mutate({ partnerId, email, name: 'Ana' })
      const token = await mails.latestToken(email)
      const calls = await callConcurrently(4, (index) =>
        nativeClient(serviceAt(index)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
      )
      expect(fulfilledValues(calls)).toHaveLength(1)
      expect(rejectionMessages(calls)).toEqual(Array(3).fill('This activation link has already been used.'))
    }
  })

  it('activate a subscription once, with one mail of each kind', async () => {
    const account = await addAccount(await signedInPartner(serviceAt(0)))
    const calls = await callConcurrently(10, (index) =>
      internalAt(index).subscriptions.activate.mutate({ accountId: account.id }),
    )
    expect(fulfilledValues(calls).map(({ status }) => status)).toEqual(Array(10).fill('active'))
    expect((await mails.to(account.email)).map(({ kind }) => kind)).toEqual([
      'administrator-activation',
      'administrator-welcome',
    ])
    expect(await listActions({ accountId: account.id })).toEqual(['account.created', 'subscription.activated'])
  })

  it('create one test partner of a partner', async () => {
    const { id: testOf } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const calls = await callConcurrently(6, (index) =>
      internalAt(index).partners.create.mutate({ name: `Teste ${index}`, testOf }),
    )
    expect(fulfilledValues(calls)).toHaveLength(1)
    expect(rejectionMessages(calls)).toEqual(Array(5).fill('The partner already has a test partner.'))
  })

  /** Lists events, and rejects if an event about an account lacks the account. */
  const expectEventsWithAccounts = async (partner: PartnerClient) => {
    const { status, body } = await partner.get('/events')
    if (status !== 200) throw new Error(`events: ${status}`)
    for (const event of body._items as { type: string; account: unknown }[])
      if (event.type.startsWith('account.') && event.account === null) throw new Error('event without account')
  }

  it('empty a test partner during changes without deadlocks, and leave nothing of its accounts', async () => {
    const live = await signedInPartner(serviceAt(0))
    const testPartner = await signedInPartner(serviceAt(0), { testOf: live.user.partnerId })
    const { partnerId } = testPartner.user
    const reason = 'Novos testes'
    // The acceptable reasons why a call fails while another call deletes its account. A busy machine may exceed the
    // timeout of a request, whose response is the same as after a deadlock, so the database counts the deadlocks.
    const expectedMessages = /not found|already exists|already in use|has been deleted|temporarily unavailable/i
    const deadlocksBefore = await countDeadlocks()
    for (let round = 0; round < 3; round++) {
      const accounts = []
      for (let count = 0; count < 12; count++) accounts.push(await addAccount(testPartner))
      const results = await Promise.allSettled([
        ...accounts.map(({ id }, index) =>
          internalAt(index).accounts.correct.mutate({
            id,
            administrator: { email: `${newId()}@estrela.example` },
          }),
        ),
        ...accounts.map(({ id: accountId }, index) =>
          internalAt(index).notes.create.mutate({ accountId, text: 'Prefere boletos' }),
        ),
        ...accounts.map(({ id: accountId }, index) => internalAt(index).subscriptions.activate.mutate({ accountId })),
        ...[0, 1, 2].map((index) => internalAt(index).partners.empty.mutate({ id: partnerId, reason })),
        ...[0, 1, 2, 3].map(() => addAccount(testPartner)),
        ...[0, 1, 2, 3, 4].map(() => expectEventsWithAccounts(testPartner)),
      ])
      expect(rejectionMessages(results).filter((message) => !expectedMessages.test(message))).toEqual([])
      await emptyTestPartner(internalAt(0), partnerId, reason)
      expect(await countRows(partnerId)).toEqual({
        accounts: 0,
        administratorEmails: 0,
        notes: 0,
        subscriptions: 0,
        events: 0,
      })
    }
    expect(await countDeadlocks()).toBe(deadlocksBefore)
    // Calls of one actor with the same reason are recorded once if they follow each other within minutes.
    const emptied = (await listActions({ partnerId })).filter((action) => action === 'partner.emptied')
    expect(emptied).toHaveLength(1)
  })

  const countDeadlocks = async () => {
    const { rows } = await databases[0]!.pool.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    return Number(rows[0]!.deadlocks)
  }

  const countRows = async (partnerId: string) => {
    const { prisma } = databases[0]!
    const ofPartner = { where: { partnerId } }
    return {
      accounts: await prisma.account.count(ofPartner),
      administratorEmails: await prisma.administratorEmail.count(ofPartner),
      notes: await prisma.note.count(ofPartner),
      subscriptions: await prisma.subscription.count(ofPartner),
      // Audit entries with a position are events.
      events: await prisma.auditEntry.count({ where: { partnerId, position: { not: null } } }),
    }
  }

  it('never report a canceled subscription as active', async () => {
    const partner = await signedInPartner(serviceAt(0))
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
    const partners = [await signedInPartner(serviceAt(0)), await signedInPartner(serviceAt(0))]
    for (const { user } of partners) await internalAt(0).partners.setCoupon.mutate({ id: user.partnerId, coupon: code })
    const onSecondInstance = await Promise.all(partners.map(({ user }) => signedIn(serviceAt(1), user)))
    const clients = [...partners, ...onSecondInstance]
    const accounts = fulfilledValues(await callConcurrently(12, (index) => addAccount(clients[index % 4]!)))
    const shown = await Promise.all(accounts.map(({ id }) => internalAt(0).accounts.get.query({ id })))
    const discounts = shown.map(({ subscription: { coupon, percentOff } }) => ({ coupon, percentOff }))
    expect(discounts.filter(({ coupon }) => coupon === code)).toEqual(Array(5).fill({ coupon: code, percentOff: 25 }))
    expect(discounts.filter(({ coupon }) => coupon !== code)).toEqual(Array(7).fill({ coupon: null, percentOff: null }))
    const coupons = await readEveryPage((cursor) => internalAt(1).coupons.list.query({ cursor }))
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
    const { renewal } = await prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT id FROM partners WHERE id = ${partner.user.partnerId} FOR NO KEY UPDATE`
        // Wraps the promise in an object, because a transaction awaits a returned promise before it commits.
        const waiting = { renewal: subscriptions.create.mutate({ accountId, employees: 3, coupon: code }) }
        await vi.waitFor(async () => {
          const locks = prisma.$queryRaw`SELECT pid FROM pg_locks WHERE NOT granted`
          expect(await locks).toHaveLength(1)
        }, 20_000)
        // The renewal waits for the partner's lock, so it must not have locked the coupon.
        await transaction.$queryRaw`SELECT id FROM coupons WHERE code = ${code} FOR NO KEY UPDATE NOWAIT`
        return waiting
      },
      { timeout: 25_000 },
    )
    expect(await renewal).toMatchObject({ status: 'active', percentOff: 25 })
    expect((await internalAt(0).coupons.get.query({ code })).redemptions).toBe(1)
  })

  it('renew with the last redemption of a coupon once, and store nothing of the other renewal', async () => {
    const code = newId()
    await internalAt(0).coupons.create.mutate({ code, percentOff: 25, maxRedemptions: 1 })
    const partner = await signedInPartner(serviceAt(0))
    const accounts = [await addAccount(partner), await addAccount(partner)]
    for (const { id } of accounts) await internalAt(0).subscriptions.cancel.mutate({ accountId: id })
    const calls = await callConcurrently(2, (index) =>
      internalAt(index).subscriptions.create.mutate({ accountId: accounts[index]!.id, employees: 3, coupon: code }),
    )
    expect(fulfilledValues(calls)).toMatchObject([{ percentOff: 25 }])
    const shown = await Promise.all(accounts.map(({ id }) => internalAt(0).accounts.get.query({ id })))
    expect(shown.map(({ subscription }) => subscription.status).toSorted()).toEqual(['canceled', 'pending'])
    expect((await internalAt(0).coupons.get.query({ code })).redemptions).toBe(1)
  })

  it('suspend a partner once and resume it once, and every other call returns 409', async () => {
    const { id } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const suspensions = await callConcurrently(6, (index) => internalAt(index).partners.suspend.mutate({ id }))
    expect(rejectionMessages(suspensions)).toEqual(Array(5).fill('The partner is already suspended.'))
    const resumptions = await callConcurrently(6, (index) => internalAt(index).partners.resume.mutate({ id }))
    expect(rejectionMessages(resumptions)).toEqual(Array(5).fill('The partner is already active.'))
    expect(await listActions({ partnerId: id })).toEqual(['partner.created', 'partner.resumed', 'partner.suspended'])
  })

  it('invite an e-mail as one portal user, and only one of the mailed links is valid', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const email = `${newId()}@revenda.example`
    await callConcurrently(6, (index) => internalAt(index).portalUsers.invite.mutate({ partnerId, email, name: 'Ana' }))
    const tokens = (await mails.to(email)).map((mail) => ('activationToken' in mail ? mail.activationToken : ''))
    expect(tokens.length).toBeGreaterThan(0)
    expect(await databases[0]!.prisma.portalUser.count({ where: { email } })).toBe(1)
    const calls = await Promise.allSettled(
      tokens.map((token) =>
        nativeClient(serviceAt(0)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
      ),
    )
    expect(fulfilledValues(calls)).toHaveLength(1)
  })

  it('never undo an activation by a second invitation', async () => {
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    for (let round = 0; round < ROUNDS; round++) {
      const email = `${newId()}@revenda.example`
      const invited = { partnerId, email, name: 'Ana' }
      const { id } = await internalAt(0).portalUsers.invite.mutate(invited)
      const token = await mails.latestToken(email)
      const [activation] = await Promise.allSettled([
        nativeClient(serviceAt(0)).activation.activate.mutate({ token, password: `correct horse ${newId()}` }),
        internalAt(1).portalUsers.invite.mutate(invited),
      ])
      const { status } = await databases[0]!.prisma.portalUser.findFirstOrThrow({ where: { id } })
      expect(status).toBe(activation.status === 'fulfilled' ? 'active' : 'invited')
    }
  })

  it('give an e-mail to only one of several accounts', async () => {
    const partner = await signedInPartner(serviceAt(0))
    const accounts = await Promise.all(Array.from({ length: 4 }, () => addAccount(partner)))
    const administrator = { email: `${newId()}@estrela.example` }
    const calls = await callConcurrently(4, (index) =>
      internalAt(index).accounts.correct.mutate({ id: accounts[index]!.id, administrator }),
    )
    expect(fulfilledValues(calls)).toHaveLength(1)
    expect((await internalAt(0).accounts.list.query(administrator)).items).toHaveLength(1)
  })

  it('serialize corrections of an account, so the audit trail is a chain of values', async () => {
    const { id, email } = await addAccount(await signedInPartner(serviceAt(0)))
    const emails = Array.from({ length: 6 }, () => `${newId()}@estrela.example`)
    const calls = await callConcurrently(emails.length, (index) =>
      internalAt(index).accounts.correct.mutate({ id, administrator: { email: emails[index]! } }),
    )
    expect(fulfilledValues(calls)).toHaveLength(emails.length)
    const entries = (await internalAt(0).audit.list.query({ accountId: id })).items
    const changes = entries.flatMap((entry) => (entry.changes ? [entry.changes['email']!] : []))
    // Each correction must begin with the value with which another one ended.
    const chain: (string | null)[] = [email]
    while (chain.length <= emails.length) {
      const next = changes.find(({ from }) => from === chain.at(-1))
      expect(next, `a correction of ${chain.at(-1)}`).toBeDefined()
      chain.push(next!.to)
    }
    expect(chain.slice(1).toSorted()).toEqual(emails.toSorted())
    expect((await internalAt(1).accounts.get.query({ id })).administrator.email).toBe(chain.at(-1))
  })

  it('deliver each queued mail once', async () => {
    // Claims the mails of earlier tests.
    await mails.to('nobody@revenda.example')
    const { id: partnerId } = await internalAt(0).partners.create.mutate({ name: 'Revenda Sul' })
    const invitations = await callConcurrently(20, (index) =>
      internalAt(index).portalUsers.invite.mutate({ partnerId, email: `${newId()}@revenda.example`, name: 'Ana' }),
    )
    const sent: string[] = []
    const transport: MailTransport = {
      concurrency: 2,
      send({ recipient }) {
        sent.push(recipient)
        return Promise.resolve()
      },
      close: () => {},
    }
    const { logger } = captureLog()
    const workers = databases.flatMap(({ mailQueue: queue }) =>
      [1, 2].map(() => createMailWorker({ queue, transport, logger, pollMilliseconds: 10 })),
    )
    for (const worker of workers) worker.start()
    const countSent = () => databases[0]!.prisma.mail.count({ where: { status: 'sent' } })
    const recipients = fulfilledValues(invitations).map(({ email }) => email)
    await vi.waitFor(async () => expect(await countSent()).toBe(recipients.length), 30_000)
    for (const worker of workers) await worker.stop()
    expect(sent.toSorted()).toEqual(recipients.toSorted())
  })
})
