import {
  type OperatorSession,
  type PageRequest,
  type PartnerStatus,
  type RecordQueries,
  type TestFilter,
  toRecordPage,
} from '@partner-accounts/core'
import { modeOf } from '../partners/partner-store.ts'
import { isLiveOnly } from '../partners/test-partners.ts'
import type { Client } from '../prisma/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'
import { countCreatedAccounts } from './figures.ts'
import { limitedPartners } from './limited-partners.ts'
import { listAccounts } from './list-accounts.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { listMails } from './list-mails.ts'
import { listPartners } from './list-partners.ts'
import { listPortalUsers } from './list-portal-users.ts'
import { listSubscriptions, OF_LIVE_PARTNERS } from './list-subscriptions.ts'
import { sessionColumns } from '../operators/operator-session-store.ts'
import { escaped, following, inOrder, toList } from './record-list.ts'

export const createRecordQueries = (client: Client, run: RunStatement): RecordQueries => ({
  partners: (filter, page) => listPartners(client, filter, page),
  portalUsers: (filter, page) => listPortalUsers(client, filter, page),
  accounts: (filter, page) => listAccounts(client, filter, page),
  subscriptions: (filter, page) => listSubscriptions(client, filter, page),
  mails: (filter, page) => listMails(client, filter, page),
  auditEntries: (search, page) => listAuditEntries(client, run, search, page),

  async coupons({ code }, page) {
    const withCode = code === undefined ? {} : { code: { contains: escaped(code), mode: 'insensitive' as const } }
    const where = { id: following(page), ...withCode }
    const rows = await client.coupon.findMany({ omit: { createdAt: true }, where, ...inOrder(page) })
    const count = (take: number) => client.coupon.count({ where, take })
    return toList(rows, page, count, (coupon) => coupon)
  },

  async sessions(page) {
    const expiresAt = { gt: await readClock(run) }
    const where = { expiresAt, id: following(page) }
    const rows = await client.operatorSession.findMany({ select: sessionColumns, where, ...inOrder(page) })
    return toRecordPage(
      rows.map((row) => narrowStates<OperatorSession>(row)),
      page.limit,
    )
  },

  rejections: (partnerId, since) =>
    client.rateLimitRejections.findMany({
      select: { minute: true, requests: true },
      where: { partnerId, minute: { gte: since } },
      orderBy: { minute: 'desc' },
    }),

  names: (ids) => findNames(client, ids),
  limitedPartners: (filter, page) => listLimitedPartners(client, run, filter, page),
  waiting: (limits) => countWaiting(client, run, limits),
  now: () => readClock(run),
  accountsCreated: (spans, filter) => countCreatedAccounts(run, spans, filter),
})

async function findNames(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const select = { id: true, name: true } as const
  const where = { id: { in: [...new Set(ids)] } }
  const coupons = client.coupon.findMany({ select: { id: true, code: true }, where })
  const records = await Promise.all([
    client.partner.findMany({ select, where }),
    client.account.findMany({ select, where }),
    client.portalUser.findMany({ select, where }),
    coupons.then((rows) => rows.map(({ id, code: name }) => ({ id, name }))),
  ])
  const named = records.flat().filter(({ name }) => name !== '')
  return new Map(named.map(({ id, name }) => [id, name]))
}

async function listLimitedPartners(
  client: Client,
  run: RunStatement,
  { since, ...filter }: TestFilter & { since: Date },
  page: PageRequest,
) {
  const rows = await limitedPartners(run, { since, ...filter, after: page.cursor ?? '', limit: page.limit + 1 })
  const partners = await client.partner.findMany({
    select: { id: true, name: true, status: true, testOf: true },
    where: { id: { in: rows.map(({ partnerId }) => partnerId) } },
  })
  const partnersById = new Map(partners.map((partner) => [partner.id, partner]))
  const limited = rows.flatMap(({ partnerId, requests, lastMinute }) => {
    const partner = partnersById.get(partnerId)
    if (!partner) return []
    const { id, name, testOf } = partner
    const { status } = narrowStates<{ status: PartnerStatus }>(partner)
    return [{ id, name, status, mode: modeOf({ testOf }), requests, lastMinute }]
  })
  return toRecordPage(limited, page.limit)
}

/** Does not filter mails, because those of test partners are `kept`, never queued or failed. */
async function countWaiting(
  client: Client,
  run: RunStatement,
  { limitedSince, countTo: take, ...filter }: Parameters<RecordQueries['waiting']>[0],
) {
  const mails = (status: string) => client.mail.count({ where: { status }, take })
  const limited = await limitedPartners(run, { since: limitedSince, ...filter, after: '', limit: take })
  const pending = { status: 'pending', ...(isLiveOnly(filter) && OF_LIVE_PARTNERS) }
  const queued = await client.mail.findFirst({
    select: { createdAt: true, lastError: true },
    where: { status: 'queued' },
    orderBy: { id: 'asc' },
  })
  return {
    oldestQueuedMail: queued && { createdAt: queued.createdAt, isDeferred: queued.lastError !== null },
    pendingSubscriptions: await client.subscription.count({ where: pending, take }),
    queuedMails: await mails('queued'),
    failedMails: await mails('failed'),
    limitedPartners: limited.length,
  }
}
