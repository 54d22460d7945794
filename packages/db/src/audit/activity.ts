import { type Selectable, sql } from 'kysely'
import type { DB } from '../sql/generated/schema.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

interface Sought {
  partnerId: string
  actions: readonly string[]
  fromId: string
  beforeId: string
  /** End of the filtered time. */
  endId: string
  isFolded: boolean
  limit: number
}

const FOLD_GAP_MS = 5 * 60_000
/** Of an id's 12 digits of milliseconds. A fold begins and ends within 4.6 hours, which limits its cost. */
const FOLD_PREFIX = 6

/** Whether the actor created no other account shortly after this entry. */
const isLatest = (entry: string, { partnerId, endId }: Pick<Given<Sought>, 'partnerId' | 'endId'>) => {
  const id = sql.ref(`${entry}.id`)
  // Not EXISTS: the planner could turn it into a join with all of the partner's entries.
  return sql<boolean>`(
    SELECT later.id FROM audit_entries AS later
    WHERE later.partner_id = ${partnerId} AND later.actor_name = ${sql.ref(`${entry}.actor_name`)}
      AND later.action = ${sql.ref(`${entry}.action`)} AND later.id > ${id} AND later.id < ${endId}
      AND later.id < least(lpad(to_hex(('x' || left(${id}, 12))::bit(48)::bigint + ${sql.lit(FOLD_GAP_MS)}), 12, '0'), left(${id}, ${sql.lit(FOLD_PREFIX)}) || 'g')
    ORDER BY later.id LIMIT 1
  ) IS NULL`
}

/** Counts the creations between the latest of the previous fold and this one. */
const foldedCount = ({ partnerId, fromId, endId, isFolded }: Given<Sought>) => sql<number>`CASE
  WHEN e.action <> 'account.created' OR NOT ${isFolded}::boolean THEN 1
  ELSE (
    SELECT count(*)::int FROM audit_entries AS folded
    WHERE folded.partner_id = ${partnerId} AND folded.actor_name = e.actor_name AND folded.action = e.action
      AND folded.id <= e.id AND folded.id >= ${fromId} AND folded.id > coalesce((
        SELECT previous.id FROM audit_entries AS previous
        WHERE previous.partner_id = ${partnerId} AND previous.actor_name = e.actor_name
          AND previous.action = e.action AND previous.id < e.id AND ${isLatest('previous', { partnerId, endId })}
        ORDER BY previous.id DESC LIMIT 1
      ), '')
  )
END`

/**
 * An action's latest entries are adjacent in an index. With two comparisons instead of the pair `(action, id)`, the
 * planner expects few entries and may read all of the partner's.
 */
const entries = (
  { partnerId, actions, fromId, beforeId, endId, isFolded, limit, actorId }: Given<Sought & { actorId: string }>,
  isOfActor: boolean,
) => sql<Selectable<DB['audit_entries']>>`(
  SELECT found.*
  FROM unnest(${actions}::text[]) AS selected (action)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_entries AS entry
    WHERE partner_id = ${partnerId} ${isOfActor ? sql`AND actor_kind = 'portal-user' AND actor_name = ${actorId}` : sql``}
      AND (action, id) >= (selected.action, ${fromId}) AND (action, id) < (selected.action, ${beforeId})
      AND (action <> 'account.created' OR NOT ${isFolded}::boolean OR ${isLatest('entry', { partnerId, endId })})
    ORDER BY action DESC, id DESC LIMIT ${limit}
  ) AS found
  ORDER BY found.id DESC LIMIT ${limit}
)`

// Prisma cannot compare pairs, and would read all of a partner's entries to find a rare action.
const activity = <Parameters extends Sought>(name: string, isOfActor: boolean) =>
  new Statement(name, (given: Given<Parameters>) =>
    queries
      .selectFrom(entries(given as unknown as Given<Sought & { actorId: string }>, isOfActor).as('e'))
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
      .select(['a.name as nameOfAccount', foldedCount(given as unknown as Given<Sought>).as('count')])
      .orderBy('e.id', 'desc'),
  )

export const ACTIVITY = activity<Sought>('partner_activity', false)

export const ACTIVITY_OF_ACTOR = activity<Sought & { actorId: string }>('partner_activity_of_actor', true)
