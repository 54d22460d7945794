import {
  ACTIVITY_TOPICS,
  activityActions,
  type ActivityFilter,
  type FoldedEntry,
  listActivity,
  type RecordPage,
  type Stores,
  toRecordPage,
} from '@partner-accounts/core'
import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import { choice, optional, recordId, time } from '../wire/fields.ts'

const PAGE_SIZE = 50
const EXPORT_PAGE_SIZE = 1_000

export const activity = partnerProcedure('users:manage')
  .input(
    z
      .object({
        topic: optional(choice(ACTIVITY_TOPICS, 'topic')),
        userId: optional(recordId()),
        from: optional(time()),
        before: optional(time()),
        cursor: optional(recordId()),
        /** With each created account. */
        isExport: z.boolean().default(false),
      })
      .prefault({}),
  )
  .query(async ({ ctx: { services, partnerId }, input }) => {
    const { topic, userId: actorId, from, before: to, cursor: before, isExport } = input
    const filter = { partnerId, actions: activityActions(topic), actorId, from, to, before }
    const { items, nextCursor } = isExport
      ? await exportPage(services.stores, filter)
      : await listActivity(services, { ...filter, pageSize: PAGE_SIZE })
    return { items: items.map(present), nextCursor }
  })

async function exportPage({ audit }: Stores, filter: ActivityFilter): Promise<RecordPage<FoldedEntry>> {
  const found = await audit.activity(filter, EXPORT_PAGE_SIZE + 1)
  return toRecordPage(
    found.map((entry) => ({ ...entry, count: 1 })),
    EXPORT_PAGE_SIZE,
  )
}

const present = ({ actor, subjectId, subjectName, accountId, accountName, ...entry }: FoldedEntry) => ({
  id: entry.id,
  at: entry.at,
  action: entry.action,
  /** `null` for operators and users of e-mailed links. */
  actor: actor.kind === 'portal-user' ? { id: actor.id, name: entry.actorName } : null,
  /** `null` if the subject is an account. */
  user: subjectName === null ? null : { id: subjectId, name: subjectName },
  account: accountId === null ? null : { id: accountId, name: accountName },
  changes: entry.changes ?? null,
  /** Accounts that the user created in close succession. */
  count: entry.count,
})
