import {
  createAccount,
  createIdGenerator,
  MAIL_STATUSES,
  type NormalizedEmail,
  PORTAL_USER_STATUSES,
  SEARCH_ORDERS,
  type Stores,
  SUBSCRIPTION_STATUSES,
  type Transact,
  type Webhook,
} from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'

/** Calls of each method of each store, in the order in which they run. */
type Calls = { [Store in keyof Stores]: { [Method in keyof Stores[Store]]: (stores: Stores) => Promise<unknown> } }

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const newId = createIdGenerator()
const digest = (fill: number) => new Uint8Array(32).fill(fill)
const link = (fill: number) => ({ tokenHash: digest(fill), validForSeconds: 3600 })

async function all<T, Result>(values: readonly T[], call: (value: T) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const value of values) results.push(await call(value))
  return results
}

/**
 * Calls every method of every store on an empty database, lists with each of their filters. The first calls store what
 * the later ones find.
 *
 * @param run runs a call, for example in a transaction
 * @returns the results by store and method, with the same ids and times for every database
 */
export async function callEveryMethod(run: Transact): Promise<unknown> {
  const results: Record<string, unknown> = {}
  for (const [store, methods] of Object.entries(calls())) {
    for (const [method, call] of Object.entries(methods)) {
      const name = `${store}.${method}`
      results[name] = await run(call).catch((error: unknown) => {
        throw new Error(`${name} failed`, { cause: error })
      })
    }
  }
  return comparable(results)
}

/** Replaces times, and numbers ids in the order in which they occur. */
function comparable(results: unknown): unknown {
  const ids: string[] = []
  const numberOf = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return ids.indexOf(id)
  }
  const text = JSON.stringify(results)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/\b[\da-f]{24}\b/g, (id) => `id ${numberOf(id)}`)
  return JSON.parse(text)
}

function calls(): Calls {
  const start = new Date(Date.now() - HOUR_MS)
  const end = new Date(Date.now() + HOUR_MS)
  const minute = new Date(Math.floor(start.getTime() / MINUTE_MS) * MINUTE_MS)
  const partnerId = newId()
  const userId = newId()
  const couponId = newId()
  const code = 'PROMO'
  const email = 'ana@revenda.example' as NormalizedEmail
  const recipient = 'rui@revenda.example' as NormalizedEmail
  const user = { id: userId, partnerId }
  const request = requestFrom('maria@estrela.example')
  const { taxId } = request.employer
  const administratorEmail = request.administrator.email as NormalizedEmail
  const settings = { newId, sealingKeys: newSealingKeys(), subscriptionActivation: 'immediate' } as const
  const creation = { creator: { userId, partnerId }, request }
  const idempotent = { ...creation, request: requestFrom('rosa@estrela.example'), idempotencyKey: 'order-1' }
  const actor = { kind: 'portal-user', id: userId } as const
  const operator = { name: 'Rui', email: recipient, role: 'support' } as const
  const browser = { userAgent: 'Firefox', network: '192.0.2.1', sealedIdToken: null }
  const creator = { createdBy: 'internal:ops', creatorSessionId: null }
  const sessionId = newId()
  const session = { partnerId, userId, sessionId }
  let mailId = ''
  let webhook: Webhook | undefined
  const webhookId = newId()
  let noteId = ''
  const page = { limit: 1, withTotal: true }
  let accountId = ''
  let subscriptionId = ''
  /** A page after all ids, which are hexadecimal. */
  const afterwards = { cursor: 'g', limit: 10 }

  return {
    coupons: {
      add: ({ coupons }) =>
        coupons.add({ id: couponId, code, percentOff: 10, expiresAt: end, maxRedemptions: 5, redemptions: 0 }),
      find: ({ coupons }) => coupons.find(code),
      redeem: ({ coupons }) => coupons.redeem(couponId, { isTest: false }),
      change: ({ coupons }) => coupons.change(couponId, { maxRedemptions: 9 }),
    },
    partners: {
      add: ({ partners }) => partners.add({ id: partnerId, name: 'Revenda', couponId }),
      find: ({ partners }) => partners.find(partnerId),
      findTestPartner: ({ partners }) => partners.findTestPartner(partnerId),
      lock: ({ partners }) => partners.lock(partnerId),
      change: ({ partners }) => partners.change(partnerId, { name: 'Revenda Sul' }, 'active'),
      empty: ({ partners }) => partners.empty(partnerId, 1),
      rateLimits: ({ partners }) => partners.rateLimits(),
      isEmpty: ({ partners }) => partners.isEmpty(),
    },
    portalUsers: {
      count: ({ portalUsers }) => portalUsers.count(partnerId, 'person'),
      deleteUnused: ({ portalUsers }) => portalUsers.deleteUnused({ id: newId(), partnerId, email }),
      add: ({ portalUsers }) =>
        portalUsers.add({
          ...user,
          kind: 'person',
          email,
          name: 'Ana',
          status: 'invited',
          permissions: ['users:manage'],
          passwordHash: null,
          activation: link(1),
        }),
      find: ({ portalUsers }) => all([undefined, partnerId], (ofPartner) => portalUsers.find(userId, ofPartner)),
      findByEmail: ({ portalUsers }) => portalUsers.findByEmail(email),
      findActivationLink: ({ portalUsers }) =>
        all([partnerId, newId()], (ofPartner) => portalUsers.findActivationLink({ partnerId: ofPartner, ...link(1) })),
      activate: ({ portalUsers }) => portalUsers.activate({ partnerId, ...link(1) }, 'hash'),
      change: ({ portalUsers }) =>
        portalUsers.change(
          userId,
          { name: 'Ana Lima', permissions: ['accounts:read'], activation: link(2) },
          { unless: 'disabled', tokenGeneration: 0 },
        ),
      replacePassword: ({ portalUsers }) => portalUsers.replacePassword(userId, 'new hash', { keepsPrevious: true }),
      list: ({ portalUsers }) => portalUsers.list(partnerId, { limit: 10 }),
      lockManagers: ({ portalUsers }) => portalUsers.lockManagers(partnerId),
      recordSignIn: ({ portalUsers }) => portalUsers.recordSignIn(user),
      findAccess: ({ portalUsers }) => portalUsers.findAccess(userId, partnerId),
      endSessions: ({ portalUsers }) => portalUsers.endSessions(userId),
      setResetLink: ({ portalUsers }) => portalUsers.setResetLink(userId, link(3)),
      findResetLink: ({ portalUsers }) => portalUsers.findResetLink({ partnerId, ...link(3) }),
      resetPassword: ({ portalUsers }) => portalUsers.resetPassword({ partnerId, ...link(3) }, 'another hash'),
      findCredentials: ({ portalUsers }) => portalUsers.findCredentials(email),
    },
    accounts: {
      async create(stores) {
        const created = await createAccount({ ...settings, stores }, creation)
        accountId = created.id
        await createAccount({ ...settings, stores }, idempotent)
        return (await createAccount({ ...settings, stores }, idempotent)).isReplay
      },
      page: ({ accounts }) => accounts.page(partnerId, 1, 10),
      find: async ({ accounts }) =>
        (await all([{ kind: 'id', value: accountId } as const, taxId], (by) => accounts.find(partnerId, by))).map(
          (found) => found?.account.name,
        ),
      search: ({ accounts }) =>
        all(
          [partnerId, undefined].flatMap((of) =>
            SEARCH_ORDERS.flatMap((order) =>
              [undefined, `padaria ${taxId.value}`, 'padraia'].map((query) => ({ of, order, query })),
            ),
          ),
          ({ of, ...criteria }) =>
            accounts.search(of, { ...criteria, page: 1, pageSize: 10, subscriptionStatuses: ['active'] }),
        ),
      export: ({ accounts }) =>
        all([undefined, 'padaria'], (query) =>
          accounts.export(partnerId, { query, createdFrom: start }, { createdAt: end, number: 9 }),
        ),
      findExisting: ({ accounts }) =>
        accounts.findExisting(partnerId, {
          cnpjs: [taxId.value],
          cpfs: ['52998224725'],
          emails: [administratorEmail],
        }),
    },
    portalSessions: {
      add: ({ portalSessions }) =>
        portalSessions.add({ ...session, tokenGeneration: 0, userAgent: 'Firefox', validForSeconds: 60 }),
      renew: ({ portalSessions }) => portalSessions.renew(session, 60),
      list: ({ portalSessions }) =>
        all([session, { ...session, tokenGeneration: 0 }], (user) => portalSessions.list(user, 10)),
      end: ({ portalSessions }) => portalSessions.end(session, 60),
    },
    secondFactors: {
      begin: ({ secondFactors }) => secondFactors.begin(user, 'secret'),
      find: ({ secondFactors }) => secondFactors.find(user),
      activate: ({ secondFactors }) => secondFactors.activate(user, 1, ['hash']),
      useStep: ({ secondFactors }) => secondFactors.useStep(user, 2),
      useRecoveryCode: ({ secondFactors }) => secondFactors.useRecoveryCode(user, 'hash'),
      replaceRecoveryCodes: ({ secondFactors }) => secondFactors.replaceRecoveryCodes(user, ['other hash']),
      remove: ({ secondFactors }) => secondFactors.remove(user),
      setRequired: ({ secondFactors }) => secondFactors.setRequired(partnerId, true),
    },
    subscriptions: {
      async find({ subscriptions }) {
        const found = await subscriptions.find(accountId)
        subscriptionId = found!.id
        return found
      },
      activate: ({ subscriptions }) => subscriptions.activate(subscriptionId),
      change: ({ subscriptions }) => subscriptions.change(subscriptionId, { employees: 7, faceIds: 2 }),
      cancel: ({ subscriptions }) => subscriptions.cancel(subscriptionId),
      async add({ subscriptions }) {
        const contract = { employees: 3, faceIds: 0, couponId: null, percentOff: null }
        await subscriptions.add({ id: newId(), partnerId, accountId, ...contract })
      },
    },
    administrators: {
      invite: ({ administrators }) => administrators.invite(accountId, link(4)),
      findActivationLink: ({ administrators }) =>
        all([partnerId, newId()], (of) => administrators.findActivationLink({ partnerId: of, ...link(4) })),
      activate: ({ administrators }) => administrators.activate({ partnerId, ...link(4) }, 'hash'),
    },
    accountDirectory: {
      overview: ({ accountDirectory }) => accountDirectory.overview(accountId),
      lock: ({ accountDirectory }) => accountDirectory.lock(accountId),
      async correct({ accountDirectory }) {
        const { administrator } = (await accountDirectory.lock(accountId))!
        await accountDirectory.correct(
          { id: accountId, partnerId, administrator },
          {
            employer: { ...request.employer, name: 'Padaria Lua' },
            administrator: { ...administrator, fullName: 'Maria Lima', email: 'lima@estrela.example' },
            address: { ...request.address, streetNumber: '20' },
            removesActivationLink: true,
          },
        )
        return accountDirectory.overview(accountId)
      },
      setCredentials: ({ accountDirectory }) => accountDirectory.setCredentials(accountId, { apiTokenHash: digest(5) }),
      setActiveEmployees: ({ accountDirectory }) => accountDirectory.setActiveEmployees(accountId, 3),
      findByApiToken: ({ accountDirectory }) => accountDirectory.findByApiToken(digest(5)),
    },
    audit: {
      record: ({ audit }) =>
        audit.record(
          { actor, action: 'portal-user.signed-in', subjectId: userId, partnerId },
          {
            actor: { kind: 'operator', name: 'rui' },
            action: 'operator.signed-in',
            subjectId: sessionId,
          },
          { actor, action: 'portal-user.disabled', subjectId: userId, partnerId, changes: {} },
        ),
      activity: ({ audit }) =>
        all([{}, { actorId: userId }, { from: start, to: end }], (filter) =>
          audit.activity({ partnerId, actions: ['account.created', 'portal-user.signed-in'], ...filter }, 10),
        ),
    },
    webhooks: {
      async add({ webhooks }) {
        const url = 'https://revenda.example/events'
        const { id } = await webhooks.add({ id: webhookId, partnerId, url, types: [] }, 'whsec_AAAA')
        return id
      },
      async find({ webhooks }) {
        webhook = await webhooks.find(webhookId)
        return webhook
      },
      countFailing: ({ webhooks }) => webhooks.countFailing(),
      async findByDelivery({ webhooks }) {
        const { items } = await webhooks.deliveries(webhook!, {}, { limit: 1 })
        return webhooks.findByDelivery(items[0]!.id)
      },
      list: ({ webhooks }) => all([{}, { partnerId }, { isFailing: true }], (filter) => webhooks.list(filter, page)),
      lockAndCount: ({ webhooks }) => webhooks.lockAndCount(partnerId),
      countDisabled: ({ webhooks }) =>
        all([{}, { id: webhookId }], (filter) => webhooks.countDisabled({ partnerId, since: start, ...filter })),
      resumePartner: ({ webhooks }) => webhooks.resumePartner(partnerId),
      figures: ({ webhooks }) => webhooks.figures([webhook!]),
      deliveries: ({ webhooks }) =>
        all([{}, { id: newId() }, { status: 'sent' }] as const, (filter) =>
          webhooks.deliveries(webhook!, filter, page),
        ),
      setTypes: ({ webhooks }) => webhooks.setTypes(webhook!, ['account.created']),
      queueTest: ({ webhooks }) => webhooks.queueTest(webhook!),
      pause: ({ webhooks }) => webhooks.pause(webhook!),
      disable: ({ webhooks }) => webhooks.disable(webhook!),
      resume: ({ webhooks }) => webhooks.resume(webhook!, false),
      rotateSecret: ({ webhooks }) => webhooks.rotateSecret(webhook!, 'whsec_BBBB'),
      replay: ({ webhooks }) =>
        all([{ deliveryId: newId() }, { failed: true as const }, { since: start }], (replayed) =>
          webhooks.replay(webhook!, replayed),
        ),
      delete: ({ webhooks }) => webhooks.delete(webhook!, 100),
    },
    events: {
      list: ({ events }) =>
        all([{}, { afterPosition: 1, types: ['portal_user.disabled'] as const }], (filter) =>
          events.list(partnerId, { ...filter, limit: 10 }),
        ),
      latestId: ({ events }) => events.latestId(partnerId),
      async positionOf({ events }) {
        const [event] = await events.list(partnerId, { limit: 1 })
        return events.positionOf(partnerId, event!.id)
      },
      head: ({ events }) => events.head(partnerId),
    },
    mails: {
      async queue({ mails }) {
        const content = { kind: 'password-changed', name: 'Ana', partnerName: 'Revenda' } as const
        mailId = await mails.queue({ recipient, partnerId, accountId, content })
      },
      find: ({ mails }) => mails.find(mailId),
      retry: ({ mails }) => mails.retry([mailId]),
      discard: ({ mails }) => mails.discard(newId()),
    },
    notes: {
      add: ({ notes }) =>
        all([null, accountId], (of) => {
          noteId = newId()
          return notes.add({ id: noteId, partnerId, accountId: of, author: 'rui', text: 'Nota' })
        }),
      find: ({ notes }) => notes.find(noteId),
      page: ({ notes }) => all([null, accountId], (of) => notes.page({ partnerId, accountId: of }, page)),
      delete: ({ notes }) => notes.delete({ partnerId, id: noteId }),
    },
    provokedFailures: {
      addFirst: ({ provokedFailures }) =>
        all([8, 9], (key) =>
          provokedFailures.addFirst({
            partnerId,
            emailKey: 'nobody@estrela.example',
            keyLookups: [digest(key)],
            lookups: [digest(key), digest(10)],
          }),
        ),
    },
    rejections: {
      add: ({ rejections }) => all([1, 2], (requests) => rejections.add([{ partnerId, minute, requests }])),
    },
    requestLog: {
      add: ({ requestLog }) =>
        requestLog.add([
          { id: newId(), ...session, at: start, method: 'GET', route: '/partner-accounts', status: 200, ...LOGGED },
          { id: newId(), ...session, at: start, method: 'GET', route: null, status: 404, ...LOGGED },
        ]),
      findByRequestId: ({ requestLog }) => requestLog.findByRequestId(LOGGED.requestId, 10),
      trim: ({ requestLog }) => requestLog.trim(partnerId),
      page: ({ requestLog }) =>
        all([undefined, 4 as const], (statusClass) => requestLog.page({ partnerId, statusClass, userId }, 10)),
    },
    operatorSessions: {
      addLink: ({ operatorSessions }) =>
        operatorSessions.addLink({ id: sessionId, ...operator, ...creator, ...link(6) }),
      takeLink: ({ operatorSessions }) => operatorSessions.takeLink(digest(6)),
      start: ({ operatorSessions }) =>
        operatorSessions.start({ id: sessionId, ...operator, ...creator, ...browser, lifetimeSeconds: 60 }),
      find: ({ operatorSessions }) => operatorSessions.find(sessionId),
      findSealedIdToken: ({ operatorSessions }) => operatorSessions.findSealedIdToken(sessionId),
      end: ({ operatorSessions }) => operatorSessions.end(newId()),
      endAll: ({ operatorSessions }) => operatorSessions.endAll(newId()),
    },
    records: {
      partners: ({ records }) =>
        all([{}, { includeTest: true }, { id: partnerId }, { status: 'active' as const }, { name: 'sul' }], (filter) =>
          records.partners(filter, page),
        ),
      portalUsers: ({ records }) =>
        all(
          [{}, { id: userId }, { partnerId }, { email }, ...PORTAL_USER_STATUSES.map((status) => ({ status }))],
          (filter) => records.portalUsers(filter, page),
        ),
      accounts: ({ records }) =>
        all(
          [
            {},
            { partnerId },
            { taxId },
            { email: administratorEmail },
            { partnerId, taxId, email: administratorEmail },
            { taxId: { kind: 'cpf' as const, value: '1' } },
            { financialEmail: administratorEmail },
          ].flatMap((filter) => [page, { cursor: accountId, limit: 1 }, afterwards].map((part) => ({ filter, part }))),
          ({ filter, part }) => records.accounts(filter, part),
        ),
      subscriptions: ({ records }) =>
        all(
          [{}, { partnerId }].flatMap((of) =>
            [undefined, ...SUBSCRIPTION_STATUSES].flatMap((status) =>
              [page, afterwards].map((part) => ({ filter: { ...of, status }, part })),
            ),
          ),
          ({ filter, part }) => records.subscriptions(filter, part),
        ),
      coupons: ({ records }) => all([{}, { code: 'a_' }], (filter) => records.coupons(filter, page)),
      mails: ({ records }) =>
        all(
          [
            {},
            { id: mailId },
            { recipient },
            { partnerId },
            { accountId },
            { from: start, to: end },
            { kind: 'administrator-welcome' as const },
            { kind: 'password-changed' as const },
            ...MAIL_STATUSES.map((status) => ({ status })),
          ],
          (filter) => all([page, afterwards], (part) => records.mails(filter, part)),
        ),
      auditEntries: ({ records }) =>
        all(
          [
            {},
            { actor: { kind: 'portal-user' as const, name: userId } },
            { actor: { kind: 'operator' as const, name: 'rui' } },
            { action: 'account.created' },
            { action: 'portal-user.signed-in' },
            { recordId: accountId },
            { partnerId },
            { accountId },
            { from: start, to: end },
          ],
          (filter) => all([page, afterwards], (part) => records.auditEntries(filter, part)),
        ),
      names: ({ records }) => records.names([partnerId, accountId]),
      sessions: ({ records }) => records.sessions(page),
      limitedPartners: ({ records }) => records.limitedPartners({ since: new Date(0) }, page),
      rejections: ({ records }) => records.rejections(partnerId, new Date(0)),
      waiting: ({ records }) => records.waiting({ limitedSince: new Date(0), countTo: 5 }),
      now: ({ records }) => records.now(),
      accountsCreated: ({ records }) => {
        const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0))
        return records.accountsCreated([{ start: midnight, end: new Date(midnight.getTime() + 24 * HOUR_MS) }])
      },
    },
    people: {
      async eraseAccount({ people, accountDirectory }) {
        const erasedAt = await people.eraseAccount((await accountDirectory.lock(accountId))!)
        return { erasedAt, account: await accountDirectory.overview(accountId) }
      },
      async erasePortalUser({ people, portalUsers, records }) {
        await portalUsers.change(userId, { status: 'disabled' })
        const erasedAt = await people.erasePortalUser({ ...user, email, name: 'Ana Lima' })
        return { erasedAt, found: await records.portalUsers({ id: userId }, page) }
      },
    },
  }
}

const requestFrom = (email: string) => {
  const request = sampleCreateAccountRequest()
  return { ...request, administrator: { ...request.administrator, email } }
}

const LOGGED = { code: null, fields: [], requestId: 'request', durationMs: 5 }
