import { sql } from 'kysely'
import { insertRow } from '../sql/insert-row.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

interface EventValues {
  id: string
  partnerId: string
  accountId: string | null
  actorKind: string
  actorName: string | null
  actorVia: string | null
  actorNetwork: string | null
  approvedBy: string | null
  action: string
  subjectId: string
  reason: string | null
  /** JSON. */
  changes: string | null
}

// Prisma would take a second round trip. Locks the partner's row until the commit (ADR 22): use cases record last.
export const RECORD_EVENT = new Statement('event_record', (given: Given<EventValues>) =>
  queries
    .with('partner', (db) =>
      db
        .updateTable('partners')
        .set(({ eb }) => ({ event_count: eb('event_count', '+', 1) }))
        .where('id', '=', given.partnerId)
        .returning('event_count as position'),
    )
    .with('audit_entry', (db) =>
      insertRow(db.insertInto('audit_entries'), db.selectFrom('partner'), ({ ref }) => ({
        id: given.id,
        partner_id: given.partnerId,
        account_id: given.accountId,
        actor_kind: given.actorKind,
        actor_name: given.actorName,
        actor_via: given.actorVia,
        actor_network: given.actorNetwork,
        approved_by: given.approvedBy,
        action: given.action,
        subject_id: given.subjectId,
        reason: given.reason,
        changes: sql`${given.changes}::jsonb`,
        position: ref('partner.position'),
      })),
    )
    .selectFrom('partner')
    .select('position'),
)
