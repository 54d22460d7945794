import { statement } from '../sql/statement.ts'

const PARAMETERS = {
  partnerId: 'text',
  actions: 'text[]',
  fromId: 'text',
  beforeId: 'text',
  limit: 'int8',
} as const

const COLUMNS = {
  id: 'text',
  at: 'timestamptz',
  actorKind: 'text',
  actorName: 'text?',
  actorVia: 'text?',
  action: 'text',
  subjectId: 'text',
  partnerId: 'text',
  accountId: 'text?',
  changes: 'jsonb?',
  count: 'int4',
  nameOfActor: 'text?',
  nameOfSubject: 'text?',
  emailOfSubject: 'text?',
  nameOfAccount: 'text?',
} as const

/**
 * Reads each action's latest entries, which are adjacent in an index. Compares the pair `(action, id)`, because with
 * two separate comparisons the planner may read all of the partner's entries.
 *
 * @param condition of the entries
 */
const latestEntries = (condition: string) => `
  SELECT
    e.id, e.at, e.actor_kind AS "actorKind", e.actor_name AS "actorName", e.actor_via AS "actorVia",
    e.action, e.subject_id AS "subjectId", e.partner_id AS "partnerId", e.account_id AS "accountId",
    e.changes, e.count,
    actor.name AS "nameOfActor", subject.name AS "nameOfSubject", subject.email AS "emailOfSubject",
    a.name AS "nameOfAccount"
  FROM (
    SELECT found.*
    FROM unnest(:actions::text[]) AS selected (action)
    CROSS JOIN LATERAL (
      SELECT * FROM audit_entries
      WHERE ${condition}
        AND (action, id) >= (selected.action, :fromId) AND (action, id) < (selected.action, :beforeId)
      ORDER BY action DESC, id DESC
      LIMIT :limit
    ) AS found
    ORDER BY found.id DESC
    LIMIT :limit
  ) AS e
  LEFT JOIN portal_users AS actor
    ON actor.partner_id = e.partner_id AND actor.id = e.actor_name AND e.actor_kind = 'portal-user'
  LEFT JOIN portal_users AS subject ON subject.partner_id = e.partner_id AND subject.id = e.subject_id
  LEFT JOIN accounts AS a ON a.partner_id = e.partner_id AND a.id = e.account_id
  ORDER BY e.id DESC`

// Prisma cannot compare pairs, so it would read all of a partner's entries to find a rare action.
export const ACTIVITY = statement({
  name: 'partner_activity',
  parameters: PARAMETERS,
  columns: COLUMNS,
  text: latestEntries('partner_id = :partnerId'),
})

export const ACTIVITY_OF_ACTOR = statement({
  name: 'partner_activity_of_actor',
  parameters: { ...PARAMETERS, actorId: 'text' },
  columns: COLUMNS,
  text: latestEntries(`partner_id = :partnerId AND actor_kind = 'portal-user' AND actor_name = :actorId`),
})
