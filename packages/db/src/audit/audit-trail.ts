import {
  type ActivityAction,
  type AuditAction,
  type AuditTrail,
  firstIdAt,
  type IdGenerator,
  isEventAction,
  isHourlyAction,
  timeOfId,
} from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { ACTIVITY, ACTIVITY_OF_ACTOR } from './activity.ts'
import { inBatches } from '../prisma/batches.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { narrowStates } from '../prisma/stored.ts'
import { idRange, NO_PARTNER } from '../keys.ts'
import { actorColumns, toEntry } from './entry.ts'

export const createAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data: Prisma.AuditEntryCreateManyInput[] = []
    for (const { actor, partnerId: owner, changes, reason = null, ...entry } of entries) {
      const partnerId = owner ?? NO_PARTNER
      const position = isEventAction(entry.action) ? await nextPosition(client, partnerId) : null
      const row = { id: newId(), ...actorColumns(actor), partnerId, position, reason, ...entry }
      if (isHourlyAction(entry.action) && (await incrementHourlyEntry(client, row))) continue
      data.push({ ...row, ...(changes && { changes }) })
    }
    await inBatches(data, (batch) => client.auditEntry.createMany({ data: batch }))
  },

  async activity({ partnerId, actions, actorId, from, to, before }, limit) {
    const sought = { partnerId, actions, ...idRange(from, to, before), limit }
    const rows =
      actorId === undefined ? await run(ACTIVITY, sought) : await run(ACTIVITY_OF_ACTOR, { ...sought, actorId })
    return rows.map(({ nameOfActor, nameOfSubject, emailOfSubject, nameOfAccount, ...row }) => ({
      ...toEntry(row),
      ...narrowStates<{ action: ActivityAction }>({ action: row.action }),
      actorName: nameOfActor,
      subjectName: nameOfSubject,
      subjectEmail: emailOfSubject,
      accountName: nameOfAccount,
    }))
  },
})

const HOUR_MS = 3_600_000

interface HourlyEntry {
  id: string
  partnerId: string
  actorName: string | null
  action: AuditAction
}

/**
 * Increments the count of the user's entry of this hour, and returns false if there is none. Concurrent first entries
 * are stored separately.
 */
async function incrementHourlyEntry(
  client: Client,
  { id, partnerId, actorName, action }: HourlyEntry,
): Promise<boolean> {
  const hour = new Date(Math.floor(timeOfId(id).getTime() / HOUR_MS) * HOUR_MS)
  const latest = await client.auditEntry.findFirst({
    select: { id: true },
    where: { partnerId, actorName, action, id: { gte: firstIdAt(hour) } },
    orderBy: { id: 'desc' },
  })
  if (!latest) return false
  const { count } = await client.auditEntry.updateMany({
    data: { count: { increment: 1 } },
    where: { partnerId, id: latest.id },
  })
  return count > 0
}

/** Counts the event, and returns its position. Locks the partner's row until the commit, so use cases record entries last (ADR 22). */
async function nextPosition(client: Client, id: string): Promise<number> {
  const { eventCount } = await client.partner.update({
    data: { eventCount: { increment: 1 } },
    select: { eventCount: true },
    where: { id },
  })
  return eventCount
}
