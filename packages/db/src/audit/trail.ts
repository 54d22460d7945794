import { type ActivityAction, type AuditTrail, type IdGenerator, isEventAction } from '@partner-accounts/core'
import { RECORD_EVENT } from '../events/record.ts'
import type { RunStatement } from '../sql/run.ts'
import { ACTIVITY, ACTIVITY_OF_ACTOR } from './activity.ts'
import type { Client } from '../prisma/client.ts'
import type { Prisma } from '../prisma/generated/client.ts'
import { idRange, NO_PARTNER } from '../keys.ts'
import { actorColumns, toEntry } from './entry.ts'

export const createAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data: Prisma.AuditEntryCreateManyInput[] = []
    for (const { actor, partnerId = NO_PARTNER, changes, accountId = null, reason = null, ...entry } of entries) {
      const row = { id: newId(), ...actorColumns(actor), partnerId, accountId, reason, ...entry }
      if (!isEventAction(entry.action)) data.push({ ...row, ...(changes && { changes }) })
      else if ((await run(RECORD_EVENT, { ...row, changes: changes ? JSON.stringify(changes) : null })).length === 0) {
        throw new Error(`there is no partner ${partnerId}`)
      }
    }
    if (data.length > 0) await client.auditEntry.createMany({ data })
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
