import { type AuditTrail, firstIdAt, type IdGenerator } from '@partner-accounts/core'
import type { RunStatement } from '../../driver/statements.ts'
import { ACTIVITY, ACTIVITY_OF_USER } from '../../sql/activity-statements.ts'
import type { Client } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { AFTER_ALL_IDS } from '../after-all-ids.ts'
import { NO_PARTNER } from '../no-partner.ts'
import { actorColumns, toEntry } from './audit-row.ts'

/** Stores the audit trail in PostgreSQL. */
export const createPrismaAuditTrail = (client: Client, run: RunStatement, newId: IdGenerator): AuditTrail => ({
  async record(...entries) {
    const data = entries.map(({ actor, partnerId = NO_PARTNER, ...entry }): Prisma.AuditEntryCreateManyInput => ({
      ...{ id: newId(), ...actorColumns(actor), partnerId },
      ...entry,
    }))
    await client.auditEntry.createMany({ data })
  },

  async activity({ partnerId, actions, actorId, from, to, before = AFTER_ALL_IDS }, limit) {
    // Ids begin with the time of their creation.
    const end = to ? firstIdAt(to) : AFTER_ALL_IDS
    const ids = { fromId: from ? firstIdAt(from) : '', beforeId: before < end ? before : end }
    const sought = { partnerId, actions, ...ids, limit }
    const rows = await (actorId === undefined ? run(ACTIVITY, sought) : run(ACTIVITY_OF_USER, { ...sought, actorId }))
    return rows.map(({ nameOfActor, nameOfSubject, nameOfAccount, ...row }) => ({
      ...toEntry(row),
      ...{ actorName: nameOfActor, subjectName: nameOfSubject, accountName: nameOfAccount },
    }))
  },
})
