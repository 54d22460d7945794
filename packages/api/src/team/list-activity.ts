import {
  ACTIVITY_TOPICS,
  activityActions,
  type ActivityFilter,
  type FoldedEntry,
  listActivity as listActivityUseCase,
  type RecordPage,
  type Stores,
  toRecordPage,
} from '@partner-accounts/core'
import * as z from 'zod'
import { partnerProcedure } from '../trpc.ts'
import { choice, optional, recordId, time } from '../wire/fields.ts'

const PAGE_SIZE = 50
const EXPORT_PAGE_SIZE = 1_000

/** Lists what the users of the partner did, newest first. */
export const listActivity = partnerProcedure('users:manage')
  .input(
    z
      .object({
        topic: optional(choice(ACTIVITY_TOPICS, 'topic')),
        userId: optional(recordId()),
        from: optional(time()),
        before: optional(time()),
        cursor: optional(recordId()),
        /** Whether each created account is a separate item. Otherwise, the accounts of an import share an item. */
        isExport: z.boolean().default(false),
      })
      .prefault({}),
  )
  .query(async ({ ctx: { services, partnerId, beginExport }, input }) => {
    if (input.isExport) beginExport?.(partnerId)
    const { topic, userId, from, before, cursor, isExport } = input
    // The input's `before` is a time, but the filter's `before` is an id.
    const filter = { partnerId, actions: activityActions(topic), actorId: userId, from, to: before, before: cursor }
    const { items, nextCursor } = isExport
      ? await exportPage(services.stores, filter)
      : await listActivityUseCase(services, { ...filter, pageSize: PAGE_SIZE })
    return { items: items.map(present), nextCursor }
  })

async function exportPage({ audit }: Stores, filter: ActivityFilter): Promise<RecordPage<FoldedEntry>> {
  const found = await audit.activity(filter, EXPORT_PAGE_SIZE + 1)
  return toRecordPage(found, EXPORT_PAGE_SIZE)
}

const present = ({ actor, subjectId, subjectName, subjectEmail, accountId, accountName, ...entry }: FoldedEntry) => ({
  id: entry.id,
  at: entry.at,
  action: entry.action,
  /**
   * `null` if an operator or somebody with an e-mailed link acted, or if a sign-in failed. For a failed sign-in, `user` is
   * the user whose e-mail was entered.
   */
  actor:
    actor.kind === 'portal-user' && entry.action !== 'portal-user.sign-in-failed'
      ? { id: actor.id, name: entry.actorName }
      : null,
  /** `null` if the subject is an account. */
  user: subjectName === null ? null : { id: subjectId, name: subjectName, email: subjectEmail ?? '' },
  account: accountId === null ? null : { id: accountId, name: accountName },
  changes: entry.changes ?? null,
  /** Number of accounts that the user created in close succession, or of sign-ins within an hour. */
  count: entry.count,
})
