import {
  DomainError,
  EVENT_ACTIONS,
  type EventAction,
  type EventStore,
  eventTypeOf,
  FEED_BEGINNING,
  LIMITS,
} from '@partner-accounts/core'
import { FIND_ALL, toAccountWithCredentials } from '../accounts/page.ts'
import { idBefore } from '../keys.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const RETENTION_SECONDS = LIMITS.eventDays * 86_400
const MAX_READS = 5
const BEGINNING = { position: 0, at: new Date(0) }

/**
 * Returns a position before all events since a time: that of the last `account.created` event before it, or 0. No index
 * has both times and positions, so the query finds that event by its id, which begins with a time of an instance's clock.
 * `idBefore` subtracts the maximum skew of that clock.
 */
async function positionBefore(client: Client, partnerId: string, since: Date): Promise<number> {
  const row = await client.auditEntry.findFirst({
    select: { position: true },
    where: { partnerId, action: 'account.created', id: { lt: idBefore(since) } },
    orderBy: { id: 'desc' },
  })
  return row?.position ?? 0
}

/**
 * Returns the position of the event after which a list continues. The event itself may have expired.
 *
 * @throws `event-unknown`
 * @throws `events-expired` if the next event has expired
 */
async function positionOfCursor(client: Client, partnerId: string, id: string, since: Date): Promise<number> {
  const event = id === FEED_BEGINNING ? BEGINNING : await findEvent(client, partnerId, id)
  if (!event) throw new DomainError('event-unknown')
  const { position, at } = event
  if (at >= since) return position
  const next = await client.auditEntry.findFirst({
    select: { at: true },
    where: { partnerId, position: { gt: position } },
    orderBy: { position: 'asc' },
  })
  if (next && next.at < since) throw new DomainError('events-expired')
  return position
}

async function findEvent(
  client: Client,
  partnerId: string,
  id: string,
): Promise<{ position: number; at: Date } | undefined> {
  const row = await client.auditEntry.findFirst({ select: { position: true, at: true }, where: { partnerId, id } })
  // Only events have a position.
  return row && row.position !== null ? { position: row.position, at: row.at } : undefined
}

async function accountsOf(run: RunStatement, partnerId: string, ids: string[]) {
  const rows = ids.length === 0 ? [] : await run(FIND_ALL, { partnerId, ids: [...new Set(ids)] })
  return new Map(rows.map(toAccountWithCredentials).map(({ account }) => [account.id, account]))
}

/** Reads again if an account is missing, because its test partner was being emptied between the two queries. */
async function readPage(
  client: Client,
  run: RunStatement,
  where: Prisma.AuditEntryWhereInput & { partnerId: string },
  limit: number,
) {
  for (let reads = 1; ; reads += 1) {
    const rows = await client.auditEntry.findMany({
      select: { id: true, position: true, action: true, at: true, subjectId: true, accountId: true },
      where,
      orderBy: { position: 'asc' },
      take: limit,
    })
    const ids = rows.flatMap(({ accountId }) => accountId ?? [])
    const accounts = await accountsOf(run, where.partnerId, ids)
    if (reads === MAX_READS || ids.every((id) => accounts.has(id))) return { rows, accounts }
  }
}

const retainedSince = async (run: RunStatement) => secondsAfter(await readClock(run), -RETENTION_SECONDS)

export const createEventStore = (client: Client, run: RunStatement): EventStore => ({
  async list(partnerId, { afterPosition, afterId, limit, types, accountId: ofAccount }) {
    const since = await retainedSince(run)
    const cursorPosition = afterId === undefined ? undefined : await positionOfCursor(client, partnerId, afterId, since)
    const after = cursorPosition ?? afterPosition ?? (await positionBefore(client, partnerId, since))
    const actions = types && EVENT_ACTIONS.filter((action) => types.includes(eventTypeOf(action)))
    const where = {
      partnerId,
      position: { gt: after },
      at: { gte: since },
      ...(actions && { action: { in: actions } }),
      ...(ofAccount !== undefined && { accountId: ofAccount }),
    }
    const { rows, accounts } = await readPage(client, run, where, limit)
    return rows.map((row) => {
      const { action } = narrowStates<{ action: EventAction }>({ action: row.action })
      return {
        id: row.id,
        at: row.at,
        subjectId: row.subjectId,
        position: row.position!,
        type: eventTypeOf(action),
        action,
        account: accounts.get(row.accountId ?? '') ?? null,
      }
    })
  },

  async positionOf(partnerId, id) {
    const event = await findEvent(client, partnerId, id)
    return event && event.at >= (await retainedSince(run)) ? event.position : undefined
  },

  async latestId(partnerId) {
    const row = await client.auditEntry.findFirst({
      select: { id: true },
      where: { partnerId, position: { gt: 0 } },
      orderBy: { position: 'desc' },
    })
    return row?.id ?? FEED_BEGINNING
  },

  async head(partnerId) {
    const row = await client.partner.findUnique({ select: { eventCount: true }, where: { id: partnerId } })
    return row?.eventCount ?? 0
  },
})
