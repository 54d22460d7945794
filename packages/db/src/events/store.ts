import {
  DomainError,
  EVENT_ACTIONS,
  type EventAction,
  type EventStore,
  eventTypeOf,
  firstIdAt,
  LIMITS,
} from '@partner-accounts/core'
import { FIND_ALL, toAccountWithCredentials } from '../accounts/page.ts'
import type { Client } from '../prisma/client.ts'
import { readClock, secondsAfter } from '../sql/clock.ts'
import type { RunStatement } from '../sql/run.ts'

const RETENTION_SECONDS = LIMITS.eventDays * 86_400
const CLOCK_SKEW_SECONDS = 3600

export function createEventStore(client: Client, run: RunStatement): EventStore {
  const oldest = async () => secondsAfter(await readClock(run), -RETENTION_SECONDS)

  /**
   * Returns a position that precedes all events since a time. No index has times and positions: a creation found by its
   * id is early enough whatever instances' clocks show.
   */
  async function positionBefore(partnerId: string, since: Date): Promise<number> {
    const row = await client.auditEntry.findFirst({
      select: { position: true },
      where: { partnerId, action: 'account.created', id: { lt: firstIdAt(secondsAfter(since, -CLOCK_SKEW_SECONDS)) } },
      orderBy: { id: 'desc' },
    })
    return row?.position ?? 0
  }

  async function positionOf(partnerId: string, id: string, since: Date): Promise<number | undefined> {
    const where = { partnerId, id, at: { gte: since } }
    return (await client.auditEntry.findFirst({ select: { position: true }, where }))?.position ?? undefined
  }

  async function accountsOf(partnerId: string, ids: string[]) {
    const rows = ids.length === 0 ? [] : await run(FIND_ALL, { partnerId, value: [...new Set(ids)] })
    return new Map(rows.map(toAccountWithCredentials).map(({ account }) => [account.id, account]))
  }

  return {
    async list(partnerId, { afterPosition, afterId, limit, types }) {
      const since = await oldest()
      const ofId = afterId === undefined ? undefined : await positionOf(partnerId, afterId, since)
      if (afterId !== undefined && ofId === undefined) throw new DomainError('event-unknown')
      const after = ofId ?? afterPosition ?? (await positionBefore(partnerId, since))
      const actions = types && { in: EVENT_ACTIONS.filter((action) => types.includes(eventTypeOf(action))) }
      const rows = await client.auditEntry.findMany({
        select: { id: true, position: true, action: true, at: true, subjectId: true, accountId: true },
        where: { partnerId, position: { gt: after }, at: { gte: since }, ...(actions && { action: actions }) },
        orderBy: { position: 'asc' },
        take: limit,
      })
      const accounts = await accountsOf(
        partnerId,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return rows.map(({ position, action, accountId, ...row }) => ({
        ...row,
        position: position!,
        type: eventTypeOf(action as EventAction),
        action: action as EventAction,
        account: (accountId !== null && accounts.get(accountId)) || null,
      }))
    },

    positionOf: async (partnerId, id) => positionOf(partnerId, id, await oldest()),

    async head(partnerId) {
      const row = await client.partner.findUnique({ select: { eventCount: true }, where: { id: partnerId } })
      return row?.eventCount ?? 0
    },
  }
}
