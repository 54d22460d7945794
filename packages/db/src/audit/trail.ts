import type { ActivityAction, AuditTrail, IdGenerator } from '@partner-accounts/core'
import type { RunStatement } from '../sql/run.ts'
import { ACTIVITY, ACTIVITY_OF_ACTOR } from './activity.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { idRange, NO_PARTNER } from '../keys.ts'
import { actorColumns, toEntry } from './entry.ts'

export const createAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data = entries.map(
      ({ actor, partnerId = NO_PARTNER, reason = null, ...entry }): Prisma.AuditEntryCreateManyInput => ({
        id: newId(),
        ...actorColumns(actor),
        partnerId,
        reason,
        ...entry,
      }),
    )
    await client.auditEntry.createMany({ data })
  },

  async activity({ partnerId, actions, actorId, from, to, before }, limit) {
    const sought = { partnerId, actions, ...idRange(from, to, before), limit }
    const rows =
      actorId === undefined ? await run(ACTIVITY, sought) : await run(ACTIVITY_OF_ACTOR, { ...sought, actorId })
    return rows.map(({ nameOfActor, nameOfSubject, nameOfAccount, ...row }) => ({
      ...toEntry(row),
      action: row.action as ActivityAction,
      actorName: nameOfActor,
      subjectName: nameOfSubject,
      accountName: nameOfAccount,
    }))
  },
})
