import { type Selectable, sql } from 'kysely'
import type { DB } from './generated/schema.ts'
import { type Given, queries, Statement } from './statement.ts'

interface Sought {
  partnerId: string
  actions: readonly string[]
  fromId: string
  beforeId: string
  limit: number
}

/**
 * The latest entries of each action are adjacent in an index, so the cost does not depend on the number of entries. Only
 * that index serves comparisons of `(action, id)`: with a comparison of each, the planner expects few entries and may read
 * all of the partner's.
 */
const entries = ({ partnerId, actions, fromId, beforeId, limit }: Given<Sought>, whose = sql``) => sql<
  Selectable<DB['audit_entries']>
>`(
  SELECT found.*
  FROM unnest(${actions}::text[]) AS selected (action)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_entries
    WHERE partner_id = ${partnerId} ${whose}
      AND (action, id) >= (selected.action, ${fromId}) AND (action, id) < (selected.action, ${beforeId})
    ORDER BY action DESC, id DESC LIMIT ${limit}
  ) AS found
  ORDER BY found.id DESC LIMIT ${limit}
)`

const named = (found: ReturnType<typeof entries>) =>
  queries
    .selectFrom(found.as('e'))
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
    .orderBy('e.id', 'desc')

/** The activity of a partner. */
export const ACTIVITY = new Statement('partner_activity', (given: Given<Sought>) => named(entries(given)))

/** The activity of a partner's portal user. */
export const ACTIVITY_OF_USER = new Statement('portal_user_activity', (given: Given<Sought & { actorId: string }>) =>
  named(entries(given, sql`AND actor_kind = 'portal-user' AND actor_name = ${given.actorId}`)),
)
