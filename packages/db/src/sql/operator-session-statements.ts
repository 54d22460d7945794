import type { NewOperatorSession, NewSignInLink, PageRequest } from '@partner-accounts/core'
import { type RawBuilder, sql } from 'kysely'
import { inSeconds, now } from './clock.ts'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { type Given, queries, Statement } from './statement.ts'

const OPERATOR = ['id', 'email', 'name', 'role', 'created_by as createdBy'] as const
const SESSION = [...OPERATOR, 'started_at as startedAt', 'expires_at as expiresAt'] as const

/** What a session creates expires with it at the latest. */
const columns = (
  { id, email, name, role, creatorSessionId }: Given<Omit<NewOperatorSession, 'createdBy' | 'lifetimeSeconds'>>,
  seconds: RawBuilder<number>,
) => ({
  id,
  email,
  name,
  role,
  creator_session_id: creatorSessionId,
  expires_at: sql<Date>`least(${inSeconds(seconds)}, ${expiryOf(creatorSessionId)})`,
})

const expiryOf = (sessionId: RawBuilder<string | null>) =>
  queries.selectFrom('operator_sessions').select('expires_at').where('id', '=', sessionId)

export const ADD_SIGN_IN_LINK = new Statement('operator_add_sign_in_link', (given: Given<NewSignInLink>) =>
  queries
    .insertInto('operator_sign_in_links')
    .values({
      ...columns(given, given.validForSeconds),
      created_by: given.createdBy,
      token_hash: given.tokenHash,
    })
    .returning('expires_at'),
)

/**
 * Locks the session that created a link, so that it ends before or after the link is used. Ending it locks the session
 * before the link: the other order would be a deadlock.
 */
export const LOCK_LINK_CREATOR = new Statement(
  'operator_lock_link_creator',
  ({ tokenHash }: Given<{ tokenHash: Uint8Array }>) =>
    queries
      .selectFrom('operator_sessions')
      .select('id')
      .where('id', '=', (db) =>
        db.selectFrom('operator_sign_in_links').select('creator_session_id').where('token_hash', '=', tokenHash),
      )
      .forKeyShare(),
)

/** A deletion waits for a concurrent one of the row, and then no longer finds the link. */
export const TAKE_SIGN_IN_LINK = new Statement(
  'operator_take_sign_in_link',
  ({ tokenHash }: Given<{ tokenHash: Uint8Array }>) =>
    queries
      .deleteFrom('operator_sign_in_links')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .returning([...OPERATOR, 'creator_session_id as creatorSessionId']),
)

export const START_OPERATOR_SESSION = new Statement('operator_start_session', (given: Given<NewOperatorSession>) =>
  queries
    .insertInto('operator_sessions')
    .values({ ...columns(given, given.lifetimeSeconds), created_by: given.createdBy })
    .returning(SESSION),
)

export const FIND_OPERATOR_SESSION = new Statement('operator_find_session', ({ id }: Given<{ id: string }>) =>
  queries.selectFrom('operator_sessions').select(SESSION).where('id', '=', id).where('expires_at', '>', now),
)

export const OPERATOR_SESSIONS = filteredStatement<PageRequest>()('operator_sessions', ({ cursor, limit }) =>
  queries
    .selectFrom('operator_sessions')
    .select(SESSION)
    .where('expires_at', '>', now)
    .where((eb) => inUse(cursor && eb('id', '<', cursor)))
    .orderBy('id', 'desc')
    .limit(limit),
)

export const END_OPERATOR_SESSION = new Statement('operator_end_session', ({ id }: Given<{ id: string }>) =>
  queries.deleteFrom('operator_sessions').where('id', '=', id),
)
