import {
  AUDIT_ACTIONS,
  type AuditSearch,
  capped,
  firstIdAt,
  type ListRequest,
  type MailSummary,
  MAX_COUNT,
  type OperatorQueries,
  type OperatorSession,
  type PartnerStatus,
  type PortalUser,
  type RecordList,
  searchWords,
  type SubscriptionStatus,
  toRecordPage,
} from '@partner-accounts/core'
import { ACTIVITY_OF_ACTOR } from '../audit/activity.ts'
import { toEntry } from '../audit/entry.ts'
import { idRange, partnerOf } from '../keys.ts'
import { mailColumns } from '../mails/outbox.ts'
import { modeOf, partnerColumns, toPartner } from '../partners/store.ts'
import { isLiveOnly, ofLivePartners } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { countCreatedAccounts } from './figures.ts'
import { latestFirst } from '../subscriptions/store.ts'
import { sessionColumns } from './sessions.ts'

// A page reads only its own records, in index order; `test/operator-lists.system.test.ts` counts them.

/** One record more than the page shows whether another page follows. */
const inOrder = ({ limit, order }: ListRequest) =>
  ({ orderBy: { id: order === 'oldest' ? 'asc' : 'desc' }, take: limit + 1 }) as const

const following = ({ cursor, order }: ListRequest) =>
  cursor === undefined ? {} : { [order === 'oldest' ? 'gt' : 'lt']: cursor }

export function createOperatorQueries(client: Client, run: RunStatement): OperatorQueries {
  /** Reads each action's latest entries, which are adjacent in an index. */
  async function entriesOfPortalUser(actorId: string, { action, partnerId, from, to }: AuditSearch, page: ListRequest) {
    const user = await client.portalUser.findFirst({ select: { partnerId: true }, where: { id: actorId } })
    if (!user || (partnerId ?? user.partnerId) !== user.partnerId) return { items: [], nextCursor: null }
    const actions = action === undefined ? AUDIT_ACTIONS : [action]
    const range = idRange(from, to && justAfter(to), page.cursor)
    const sought = { ...user, actorId, actions, ...range, limit: page.limit + 1 }
    const where = {
      // Without the kind, the index is enough. Only portal users have such names.
      partnerId: user.partnerId,
      actorName: actorId,
      ...(action !== undefined && { action }),
      id: createdWithin(from, to),
    }
    const rows = await run(ACTIVITY_OF_ACTOR, sought)
    return toList(rows, page, (take) => client.auditEntry.count({ where, take }), toEntry)
  }

  return {
    async partners(filter, page) {
      const { id, status, name } = filter
      const where = {
        AND: [{ id: following(page) }, { id }, ...hasWords(name)],
        status,
        ...(isLiveOnly(filter) && { testOf: null }),
      } as Prisma.PartnerWhereInput
      const rows = await client.partner.findMany({
        select: { ...partnerColumns, createdAt: true, accountCount: true, deletedAccounts: true },
        where,
        ...inOrder(page),
      })
      const count = (take: number) => client.partner.count({ where, take })
      return toList(rows, page, count, ({ accountCount, deletedAccounts, ...partner }) => ({
        ...toPartner(partner),
        accounts: accountCount - deletedAccounts,
      }))
    },

    async coupons(page) {
      const where = { id: following(page) }
      const rows = await client.coupon.findMany({ omit: { createdAt: true }, where, ...inOrder(page) })
      return toList(rows, page, (take) => client.coupon.count({ where, take }))
    },

    async portalUsers({ id, partnerId, status, email }, page) {
      const where = {
        AND: [{ id: following(page) }, { id }, ...hasWords(email)],
        partnerId,
        status,
      } as Prisma.PortalUserWhereInput
      const rows = await client.portalUser.findMany({
        relationLoadStrategy: 'query',
        select: {
          ...{ id: true, kind: true, partnerId: true, email: true, name: true, status: true, permissions: true },
          ...{ createdAt: true, erasedAt: true, activationExpiresAt: true, lastSignedInAt: true },
          partner: { select: { name: true, testOf: true } },
        },
        where,
        ...inOrder(page),
      })
      const count = (take: number) => client.portalUser.count({ where, take })
      return toList(rows, page, count, ({ activationExpiresAt, partner, ...user }) => ({
        ...(user as typeof user & PortalUser),
        partnerName: partner.name,
        partnerMode: modeOf(partner),
        linkExpiresAt: activationExpiresAt,
      }))
    },

    async accounts(filter, page) {
      const { taxId, partnerId, status, email, financialEmail, from, to } = filter
      const owners = email && (await client.administratorEmail.findMany({ where: { emailKey: email } }))
      const where = {
        AND: [
          { id: following(page) },
          owners ? { id: { in: owners.map(({ accountId }) => accountId) } } : {},
          { id: createdWithin(from, to) },
        ],
        partnerId,
        ...(await ofLivePartners(client, filter)),
        subscriptionStatus: status,
        ...(taxId && { [taxId.kind]: taxId.value }),
        ...(financialEmail && { financialEmail: { equals: escaped(financialEmail), mode: 'insensitive' } }),
      } as Prisma.AccountWhereInput
      const accounts = await client.account.findMany({
        relationLoadStrategy: 'query',
        select: {
          ...{ id: true, partnerId: true, createdAt: true, name: true, cpf: true, cnpj: true, email: true },
          partner: { select: { name: true, testOf: true } },
        },
        where,
        ...inOrder(page),
      })
      const subscriptions = await client.subscription.findMany({
        select: { accountId: true, status: true, employees: true },
        // Prisma's relation loading compares all partners with all keys, for which PostgreSQL may read the whole table.
        where: { OR: accounts.map(({ partnerId, id }) => ({ partnerId, accountId: id })) },
        orderBy: latestFirst,
      })
      const count = (take: number) => client.account.count({ where, take })
      return toList(accounts, page, count, ({ partner, email, ...account }) => {
        const subscription = subscriptions.find(({ accountId }) => accountId === account.id)
        return {
          ...account,
          partnerName: partner.name,
          partnerMode: modeOf(partner),
          administratorEmail: email,
          subscriptionStatus: (subscription?.status ?? 'pending') as SubscriptionStatus,
          subscriptionEmployees: subscription?.employees ?? 0,
        }
      })
    },

    async subscriptions(filter, page) {
      const { status, partnerId } = filter
      const live = await ofLivePartners(client, filter)
      const where = { id: following(page), status, partnerId, ...live } as Prisma.SubscriptionWhereInput
      const rows = await client.subscription.findMany({
        select: {
          ...{ id: true, accountId: true, partnerId: true, status: true, employees: true, faceIds: true },
          ...{ percentOff: true, createdAt: true, activatedAt: true, canceledAt: true },
        },
        where,
        ...inOrder(page),
      })
      const accounts = await client.account.findMany({
        relationLoadStrategy: 'query',
        select: { id: true, name: true, partner: { select: { name: true, testOf: true } } },
        where: { id: { in: rows.map(({ accountId }) => accountId) } },
      })
      const count = (take: number) => client.subscription.count({ where, take })
      return toList(rows, page, count, ({ status, ...subscription }) => {
        const account = accounts.find(({ id }) => id === subscription.accountId)
        return {
          ...subscription,
          status: status as SubscriptionStatus,
          accountName: account?.name ?? '',
          partnerName: account?.partner.name ?? '',
          partnerMode: account ? modeOf(account.partner) : 'live',
        }
      })
    },

    async mails(filter, page) {
      const { id, status, kind, recipient, partnerId, accountId, from, to } = filter
      const where = {
        AND: [{ id: following(page) }, { id }, { id: createdWithin(from, to) }],
        status,
        kind,
        recipientKey: recipient,
        partnerId,
        ...(await ofLivePartners(client, filter)),
        accountId,
      } as Prisma.MailWhereInput
      const rows = await client.mail.findMany({
        select: { ...mailColumns, partnerId: true, accountId: true },
        where,
        ...inOrder(page),
      })
      const count = (take: number) => client.mail.count({ where, take })
      return toList(rows, page, count, ({ partnerId, ...mail }) => ({
        ...(mail as typeof mail & MailSummary),
        partnerId: partnerOf(partnerId),
      }))
    },

    async auditEntries(search, page) {
      const { actor, action, recordId, partnerId, accountId, from, to } = search
      const isOfRecord = recordId !== undefined || accountId !== undefined
      if (actor?.kind === 'portal-user' && actor.name !== undefined && !isOfRecord) {
        return entriesOfPortalUser(actor.name, search, page)
      }
      const newestFirst = { ...page, order: 'newest' } as const
      const where = {
        AND: [
          { id: following(newestFirst) },
          { id: createdWithin(from, to) },
          // The subjects' index omits the many creations, which have an account.
          ...(recordId === undefined
            ? []
            : [{ OR: [{ accountId: recordId }, { subjectId: recordId, action: { not: 'account.created' } }] }]),
        ],
        actorKind: actor?.kind,
        actorName: actor?.name,
        action,
        partnerId,
        accountId,
      } as Prisma.AuditEntryWhereInput
      const rows = await client.auditEntry.findMany({ where, ...inOrder(newestFirst) })
      return toList(rows, page, (take) => client.auditEntry.count({ where, take }), toEntry)
    },

    async names(ids) {
      const [select, where] = [{ id: true, name: true } as const, { id: { in: [...new Set(ids)] } }]
      const coupons = client.coupon.findMany({ select: { id: true, code: true }, where })
      const records = await Promise.all([
        client.partner.findMany({ select, where }),
        client.account.findMany({ select, where }),
        client.portalUser.findMany({ select, where }),
        coupons.then((rows) => rows.map(({ id, code: name }) => ({ id, name }))),
      ])
      return new Map(
        records
          .flat()
          .filter(({ name }) => name !== '')
          .map(({ id, name }) => [id, name]),
      )
    },

    async limitedPartners({ since, ...filter }, page) {
      const live = await ofLivePartners(client, filter)
      const rows = await client.rateLimitRejections.groupBy({
        by: 'partnerId',
        where: { AND: [{ partnerId: following({ ...page, order: 'oldest' }) }, live], minute: { gte: since } },
        _sum: { requests: true },
        _max: { minute: true },
        orderBy: { partnerId: 'asc' },
        take: page.limit + 1,
      })
      const partners = await client.partner.findMany({
        select: { id: true, name: true, status: true, testOf: true },
        where: { id: { in: rows.map(({ partnerId }) => partnerId) } },
      })
      const limited = rows.flatMap(({ partnerId, _sum, _max }) =>
        partners
          .filter(({ id }) => id === partnerId)
          .map(({ id, name, status, testOf }) => ({
            ...{ id, name, status: status as PartnerStatus, mode: modeOf({ testOf }) },
            ...{ requests: _sum.requests ?? 0, lastMinute: _max.minute ?? since },
          })),
      )
      return toRecordPage(limited, page.limit)
    },

    async sessions(page) {
      const expiresAt = { gt: await readClock(run) }
      const where = { expiresAt, id: following(page) }
      const rows = await client.operatorSession.findMany({ select: sessionColumns, where, ...inOrder(page) })
      return toRecordPage(rows as OperatorSession[], page.limit)
    },

    rejections: (partnerId, since) =>
      client.rateLimitRejections.findMany({
        select: { minute: true, requests: true },
        where: { partnerId, minute: { gte: since } },
        orderBy: { minute: 'desc' },
      }),

    /** Test partners have no queued or failed mails. */
    async waiting({ limitedSince, countTo: take, ...filter }) {
      const live = await ofLivePartners(client, filter)
      const mails = (status: string) => client.mail.count({ where: { status }, take })
      const limited = await client.rateLimitRejections.groupBy({
        by: 'partnerId',
        where: { minute: { gte: limitedSince }, ...live },
        orderBy: { partnerId: 'asc' },
        take,
      })
      const queued = await client.mail.findFirst({
        select: { createdAt: true, lastError: true },
        where: { status: 'queued' },
        orderBy: { id: 'asc' },
      })
      return {
        oldestQueuedMail: queued && { createdAt: queued.createdAt, isDeferred: queued.lastError !== null },
        pendingSubscriptions: await client.subscription.count({ where: { status: 'pending', ...live }, take }),
        queuedMails: await mails('queued'),
        failedMails: await mails('failed'),
        limitedPartners: limited.length,
      }
    },

    now: () => readClock(run),

    accountsCreated: (spans, filter) => countCreatedAccounts(client, run, spans, filter),
  }
}

/**
 * @param rows one more than the page has, if another follows
 * @param count counts up to a maximum
 */
async function toList<Row extends { id: string }, T = Row>(
  rows: readonly Row[],
  page: ListRequest,
  count: (take: number) => Promise<number>,
  toRecord: (row: Row) => T = (row) => row as unknown as T,
): Promise<RecordList<T>> {
  const { items, nextCursor } = toRecordPage(rows, page.limit)
  const list = { items: items.map(toRecord), nextCursor }
  const isCounted = page.withTotal && page.cursor === undefined
  return isCounted ? { ...list, total: capped(await count(MAX_COUNT + 1)) } : list
}

/** Shorter words have no trigrams: they must begin a word. */
const MIN_PART_LENGTH = 3

/** Prisma compares with ILIKE if the case does not matter. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Requires all words. A query without words finds nothing. */
function hasWords(query: string | undefined) {
  if (query === undefined) return []
  const words = searchWords(query).map((word) => (word.length < MIN_PART_LENGTH ? ` ${word}` : word))
  return words.length === 0 ? [{ id: { in: [] } }] : words.map((word) => ({ terms: { contains: word } }))
}

const justAfter = (time: Date) => new Date(time.getTime() + 1)

/** Both times are inclusive. */
const createdWithin = (from: Date | undefined, to: Date | undefined) => ({
  ...(from && { gte: firstIdAt(from) }),
  ...(to && { lt: firstIdAt(justAfter(to)) }),
})
