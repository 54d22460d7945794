import type { NewOperatorSession, NewSignInLink, PageRequest } from '@partner-accounts/core'
import { inSeconds, now } from './clock.ts'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { type Given, queries, Statement } from './statement.ts'

const SESSION = ['id', 'email', 'name', 'role', 'started_at as startedAt', 'expires_at as expiresAt'] as const

const columns = ({ id, email, name, role }: Given<NewSignInLink | NewOperatorSession>) => ({ id, email, name, role })

export const ADD_SIGN_IN_LINK = new Statement('operator_add_sign_in_link', (given: Given<NewSignInLink>) =>
  queries
    .with('expired', (db) => db.deleteFrom('operator_sign_in_links').where('expires_at', '<=', now))
    .insertInto('operator_sign_in_links')
    .values({ ...columns(given), token_hash: given.tokenHash, expires_at: inSeconds(given.validForSeconds) })
    .returning('expires_at'),
)

/** A deletion waits for a concurrent one of the row, and then no longer finds the link. */
export const TAKE_SIGN_IN_LINK = new Statement(
  'operator_take_sign_in_link',
  ({ tokenHash }: Given<{ tokenHash: Uint8Array }>) =>
    queries
      .deleteFrom('operator_sign_in_links')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .returning(['id', 'email', 'name', 'role']),
)

export const START_OPERATOR_SESSION = new Statement('operator_start_session', (given: Given<NewOperatorSession>) =>
  queries
    .with('expired', (db) => db.deleteFrom('operator_sessions').where('expires_at', '<=', now))
    .insertInto('operator_sessions')
    .values({ ...columns(given), expires_at: inSeconds(given.lifetimeSeconds) })
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
