import type { Actor, AuditAction, AuditedChanges, RecordedAuditEntry } from '@partner-accounts/core'
import { partnerOf } from '../keys.ts'
import { fromJson, narrowStates } from '../prisma/stored.ts'

export interface AuditRow {
  id: string
  at: Date
  actorKind: string
  actorName: string | null
  actorVia: string | null
  action: string
  subjectId: string
  partnerId: string
  accountId: string | null
  changes: unknown
  count: number
  /** The activity of a partner selects neither `reason` nor `actorNetwork`. */
  reason?: string | null
  actorNetwork?: string | null
}

export const toEntry = (row: AuditRow): RecordedAuditEntry => ({
  id: row.id,
  at: row.at,
  actor: toActor(row),
  ...narrowStates<{ action: AuditAction }>({ action: row.action }),
  subjectId: row.subjectId,
  partnerId: partnerOf(row.partnerId),
  accountId: row.accountId,
  count: row.count,
  ...(row.changes !== null && { changes: fromJson<AuditedChanges>(row.changes) }),
  ...(row.reason != null && { reason: row.reason }),
})

function toActor({ actorKind: kind, actorName: name, actorVia: via, actorNetwork: network }: AuditRow): Actor {
  if (kind === 'portal-user') return { kind, id: name ?? '' }
  if (kind === 'operator')
    return { kind, name: name ?? '', ...(via !== null && { via }), ...(network != null && { network }) }
  if (kind === 'internal') return { kind, name: name ?? '' }
  return { kind: kind === 'service' ? kind : 'activation-link' }
}

export const actorColumns = (actor: Actor) => ({
  actorKind: actor.kind,
  actorName: nameOf(actor),
  actorVia: actor.kind === 'operator' ? (actor.via ?? null) : null,
  actorNetwork: actor.kind === 'operator' ? (actor.network ?? null) : null,
})

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'portal-user') return actor.id
  return 'name' in actor ? actor.name : null
}
