import { type Selectable, sql } from 'kysely'
import type { DB } from '../sql/generated/schema.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

interface Sought {
  partnerId: string
  actions: readonly string[]
  fromId: string
  beforeId: string
  limit: number
  actorId?: string | undefined
}

/**
 * An action's latest entries are adjacent in an index. With two comparisons instead of the pair `(action, id)`, the
 * planner may read all of the partner's entries.
 */
const entries = ({ partnerId, actions, fromId, beforeId, limit, actorId }: Given<Sought>, isOfActor: boolean) => sql<
  Selectable<DB['audit_entries']>
>`(
  SELECT found.*
  FROM unnest(${actions}::text[]) AS selected (action)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_entries
    WHERE partner_id = ${partnerId} ${isOfActor ? sql`AND actor_kind = 'portal-user' AND actor_name = ${actorId}` : sql``}
      AND (action, id) >= (selected.action, ${fromId}) AND (action, id) < (selected.action, ${beforeId})
    ORDER BY action DESC, id DESC LIMIT ${limit}
  ) AS found
  ORDER BY found.id DESC LIMIT ${limit}
)`

// Prisma cannot compare pairs: it would read all of a partner's entries to find a rare action.
const activity = (name: string, isOfActor: boolean) =>
  new Statement(name, (given: Given<Sought>) =>
    queries
      .selectFrom(entries(given, isOfActor).as('e'))
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
      .select(['e.id', 'e.at', 'e.actor_kind as actorKind', 'e.actor_name as actorName', 'e.actor_via as actorVia'])
      .select(['e.action', 'e.subject_id as subjectId', 'e.partner_id as partnerId', 'e.account_id as accountId'])
      .select(['e.changes', 'actor.name as nameOfActor', 'subject.name as nameOfSubject'])
      .select('a.name as nameOfAccount')
      .orderBy('e.id', 'desc'),
  )

export const ACTIVITY = activity('partner_activity', false)

export const ACTIVITY_OF_ACTOR = activity('partner_activity_of_actor', true)
