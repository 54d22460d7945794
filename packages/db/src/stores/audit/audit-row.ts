import type { Actor, AuditAction, AuditedChanges, RecordedAuditEntry } from '@partner-accounts/core'
import type { AUDIT_ENTRIES } from '../../sql/operator-statements.ts'
import { partnerOf } from '../no-partner.ts'

type AuditRow = (typeof AUDIT_ENTRIES)['row']

export const toEntry = (row: AuditRow): RecordedAuditEntry => ({
  id: row.id,
  at: row.at,
  actor: toActor(row),
  action: row.action as AuditAction,
  subjectId: row.subject_id,
  partnerId: partnerOf(row.partner_id),
  accountId: row.account_id,
  ...(row.changes !== null && { changes: row.changes as AuditedChanges }),
})

function toActor({ actor_kind: kind, actor_name: name, actor_via: via }: AuditRow): Actor {
  if (kind === 'portal-user') return { kind, id: name ?? '' }
  if (kind === 'operator') return { kind, name: name ?? '', ...(via !== null && { via }) }
  return kind === 'internal' ? { kind, name: name ?? '' } : { kind: 'activation-link' }
}

/** Returns the audit trail's columns of an actor. */
export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind,
  actorName: nameOf(actor),
  actorVia: actor.kind === 'operator' ? (actor.via ?? null) : null,
})

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'portal-user') return actor.id
  return actor.kind === 'activation-link' ? null : actor.name
}
