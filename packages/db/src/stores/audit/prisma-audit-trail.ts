import type { ActivityAction, AuditTrail, IdGenerator } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { ACTIVITY } from '../../sql/activity-statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { idRange } from '../id-range.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { actorColumns, toEntry } from './audit-row.ts'

/** Stores the audit trail in PostgreSQL. */
export const createPrismaAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data = entries.map(({ actor, partnerId = NO_PARTNER, ...entry }): Prisma.AuditEntryCreateManyInput => ({
      id: newId(),
      ...actorColumns(actor),
      partnerId,
      ...entry,
    }))
    await client.auditEntry.createMany({ data })
  },

  async activity({ partnerId, actions, actorId, from, to, before }, limit) {
    const rows = await run(...ACTIVITY.of({ partnerId, actions, actorId, ...idRange(from, to, before), limit }))
    return rows.map(({ nameOfActor, nameOfSubject, nameOfAccount, ...row }) => ({
      ...toEntry(row),
      action: row.action as ActivityAction,
      actorName: nameOfActor,
      subjectName: nameOfSubject,
      accountName: nameOfAccount,
    }))
  },
})
