import type { Actor, RecordedAuditEntry } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { optional, recordId } from '../wire/fields.ts'

const LISTED = 100

export const audit = router({
  list: internalProcedure
    .input(z.object({ partner_id: optional(recordId()), account_id: optional(recordId()) }).prefault({}))
    .query(async ({ ctx, input: { partner_id: partnerId, account_id: accountId } }) =>
      (await ctx.services.stores.audit.list({ partnerId, accountId }, LISTED)).map(present),
    ),
})

const present = ({ at, actor, action, subjectId, partnerId, accountId }: RecordedAuditEntry) => ({
  at: formatDateTime(at),
  actor: presentActor(actor),
  action,
  subject_id: subjectId,
  partner_id: partnerId,
  account_id: accountId,
})

function presentActor(actor: Actor): string {
  if (actor.kind === 'portal-user') return `portal-user:${actor.id}`
  return actor.kind === 'internal' ? `internal:${actor.name}` : actor.kind
}
