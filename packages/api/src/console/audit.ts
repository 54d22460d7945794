import { type ActorFilter, labelOf, type RecordedAuditEntry } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure } from '../trpc.ts'
import { dateOrTime, optional, patterned, recordId } from '../wire/fields.ts'
import { listFields, pageFields, toSearch } from '../wire/pages.ts'

/** Matches an actor, such as `operator:ana@example.com`, or a kind of actor, such as `operator`. */
const ACTOR = /^(?<kind>portal-user|internal|operator|activation-link|service)(?::(?<name>[^\p{C}]{1,254}))?$/u

const actorFilter = () =>
  patterned(ACTOR, 'actor').transform((text): ActorFilter => {
    const { kind, name } = ACTOR.exec(text)?.groups ?? {}
    return { kind: kind as ActorFilter['kind'], name }
  })

export const audit = {
  /** Lists the audit trail, newest first. */
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          withTotal: listFields.withTotal,
          actor: optional(actorFilter()),
          action: optional(patterned(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, 'audit_action')),
          recordId: optional(recordId()),
          partnerId: optional(recordId()),
          accountId: optional(recordId()),
          from: optional(dateOrTime('start')),
          to: optional(dateOrTime('end')),
        })
        .prefault({}),
    )
    .query(async ({ ctx, input }) => {
      const { records } = ctx.services.stores
      const { filter, page } = toSearch(input)
      const { items, ...cursorAndTotal } = await records.auditEntries(filter, page)
      const names = await records.names(items.flatMap(mentionedIds))
      const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
      return {
        items: items.map((entry) => ({
          ...presentEntry(entry),
          actorName: nameOf(entry.actor.kind === 'portal-user' ? entry.actor.id : null),
          /** The name of the record that was changed, for a coupon its code; `null` for records without a name. */
          subjectName: nameOf(entry.subjectId),
          partnerName: nameOf(entry.partnerId),
          accountName: nameOf(entry.accountId),
        })),
        ...cursorAndTotal,
      }
    }),
}

const mentionedIds = ({ actor, subjectId, partnerId, accountId }: RecordedAuditEntry): string[] => [
  subjectId,
  ...(actor.kind === 'portal-user' ? [actor.id] : []),
  ...(partnerId === null ? [] : [partnerId]),
  ...(accountId === null ? [] : [accountId]),
]

export const presentEntry = ({ actor, changes, reason, ...entry }: RecordedAuditEntry) => ({
  at: entry.at,
  actor: labelOf(actor),
  /** Who created the operator's sign-in link. */
  via: actor.kind === 'operator' ? (actor.via ?? null) : null,
  network: actor.kind === 'operator' ? (actor.network ?? null) : null,
  action: entry.action,
  subjectId: entry.subjectId,
  partnerId: entry.partnerId,
  accountId: entry.accountId,
  changes: changes ?? null,
  reason: reason ?? null,
  /** The number of equal sign-ins within an hour. */
  count: entry.count,
})
