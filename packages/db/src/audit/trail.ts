import { type ActivityAction, type AuditTrail, type IdGenerator, isEventAction } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { ACTIVITY, ACTIVITY_OF_ACTOR } from './activity.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { idRange, NO_PARTNER } from '../keys.ts'
import { actorColumns, toEntry } from './entry.ts'

export const createAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data: Prisma.AuditEntryCreateManyInput[] = []
    for (const { actor, partnerId: owner, changes, reason = null, ...entry } of entries) {
      const partnerId = owner ?? NO_PARTNER
      const position = isEventAction(entry.action) ? await nextPosition(client, partnerId) : null
      const row = { id: newId(), ...actorColumns(actor), partnerId, position, reason, ...entry }
      data.push({ ...row, ...(changes && { changes }) })
    }
    await client.auditEntry.createMany({ data })
  },

  async activity({ partnerId, actions, actorId, from, to, before }, limit) {
    const sought = { partnerId, actions, actorId, ...idRange(from, to, before), limit }
    const rows = await run(actorId === undefined ? ACTIVITY : ACTIVITY_OF_ACTOR, sought)
    return rows.map(({ nameOfActor, nameOfSubject, nameOfAccount, ...row }) => ({
      ...toEntry(row),
      action: row.action as ActivityAction,
      actorName: nameOfActor,
      subjectName: nameOfSubject,
      accountName: nameOfAccount,
    }))
  },
})

/** Locks the partner's row until the commit (ADR 22): use cases record last. */
async function nextPosition(client: Client, id: string): Promise<number> {
  const { eventCount } = await client.partner.update({
    data: { eventCount: { increment: 1 } },
    select: { eventCount: true },
    where: { id },
  })
  return eventCount
}
