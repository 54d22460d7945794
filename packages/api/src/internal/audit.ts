import type { Actor, ActorFilter, AuditedChanges, RecordedAuditEntry } from '@partner-accounts/core'
import * as z from 'zod'
import { internalProcedure, router } from '../trpc.ts'
import { formatDateTime } from '../wire/date-time.ts'
import { dateOrTime, optional, patterned, recordId } from '../wire/fields.ts'
import { pageFields, pageRequest, presentPage } from '../wire/pages.ts'

/** An actor as entries show it, or only the kind for all of its actors. */
const ACTOR = /^(portal-user|internal|operator|activation-link)(:[^\p{C}]{1,254})?$/u

const actorFilter = () =>
  patterned(ACTOR, 'actor').transform((text): ActorFilter => {
    const [, kind, name] = ACTOR.exec(text) ?? []
    return { kind: kind as ActorFilter['kind'], name: name?.slice(1) }
  })

export const audit = router({
  list: internalProcedure('viewer')
    .input(
      z
        .object({
          ...pageFields,
          actor: optional(actorFilter()),
          action: optional(patterned(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, 'audit_action')),
          record_id: optional(recordId()),
          partner_id: optional(recordId()),
          account_id: optional(recordId()),
          from: optional(dateOrTime('start')),
          to: optional(dateOrTime()),
        })
        .prefault({}),
    )
    .query(
      async ({
        ctx,
        input: { actor, action, record_id: recordId, partner_id: partnerId, account_id: accountId, from, to, ...page },
      }) =>
        presentPage(
          await ctx.services.stores.operatorQueries.auditEntries(
            { actor, action, recordId, partnerId, accountId, from, to },
            pageRequest(page),
          ),
          present,
        ),
    ),
})

const present = ({ at, actor, action, subjectId, partnerId, accountId, changes }: RecordedAuditEntry) => ({
  at: formatDateTime(at),
  actor: presentActor(actor),
  /** Who created the one-time link with which the operator signed in. */
  via: (actor.kind === 'operator' && actor.via) || null,
  action,
  subject_id: subjectId,
  partner_id: partnerId,
  account_id: accountId,
  changes: changes ? presentChanges(changes) : null,
})

/** Returns changes with the field names of the interface. */
const presentChanges = (changes: AuditedChanges): AuditedChanges =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [toSnakeCase(name), change]))

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function presentActor(actor: Actor): string {
  if (actor.kind === 'portal-user') return `portal-user:${actor.id}`
  return actor.kind === 'activation-link' ? actor.kind : `${actor.kind}:${actor.name}`
}
