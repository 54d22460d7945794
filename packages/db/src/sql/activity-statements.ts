import { type Selectable, sql } from 'kysely'
import type { DB } from './generated/schema.ts'
import { filteredStatement, type FilterParameters } from './filtered-statement.ts'
import { queries } from './statement.ts'

interface Sought {
  partnerId: string
  actions: readonly string[]
  fromId: string
  beforeId: string
  limit: number
  /** A portal user of the partner; by default anybody. */
  actorId?: string | undefined
}

/**
 * The latest entries of each action are adjacent in an index, so the cost does not depend on the number of entries. Only
 * that index serves comparisons of `(action, id)`: with a comparison of each, the planner expects few entries and may read
 * all of the partner's.
 */
const entries = ({ partnerId, actions, fromId, beforeId, limit, actorId }: FilterParameters<Sought>) => sql<
  Selectable<DB['audit_entries']>
>`(
  SELECT found.*
  FROM unnest(${actions}::text[]) AS selected (action)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_entries
    WHERE partner_id = ${partnerId} ${actorId ? sql`AND actor_kind = 'portal-user' AND actor_name = ${actorId}` : sql``}
      AND (action, id) >= (selected.action, ${fromId}) AND (action, id) < (selected.action, ${beforeId})
    ORDER BY action DESC, id DESC LIMIT ${limit}
  ) AS found
  ORDER BY found.id DESC LIMIT ${limit}
)`

/** The activity of a partner, or of one of its portal users, with the names of the people and accounts. */
export const ACTIVITY = filteredStatement<Sought>()('partner_activity', (given) =>
  queries
    .selectFrom(entries(given).as('e'))
    .leftJoin('portal_users as actor', (join) =>
      join
        .onRef('actor.partner_id', '=', 'e.partner_id')
        .onRef('actor.id', '=', 'e.actor_name')
        .on('e.actor_kind', '=', 'portal-user'),
    )
    .leftJoin('portal_users as subject', (join) =>
      join.onRef('subject.partner_id', '=', 'e.partner_id').onRef('subject.id', '=', 'e.subject_id'),
    )
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.partner_id', '=', 'e.partner_id').onRef('a.id', '=', 'e.account_id'),
    )
    .leftJoin('employers', (join) =>
      join.onRef('employers.partner_id', '=', 'a.partner_id').onRef('employers.number', '=', 'a.number'),
    )
    .selectAll('e')
    .select(['actor.name as nameOfActor', 'subject.name as nameOfSubject', 'employers.name as nameOfAccount'])
    .orderBy('e.id', 'desc'),
)
