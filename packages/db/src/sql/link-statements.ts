import type { LinkState } from '@partner-accounts/core'
import { type RawBuilder, sql } from 'kysely'
import { type Given, queries, Statement } from './statement.ts'

// A link is a token of which the row stores the hash. Its end is set and compared by the database's clock, because the
// clock of an instance may be wrong.

interface Link {
  tokenHash: Uint8Array
  validForSeconds: number
}

const after = (seconds: RawBuilder<number>) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

const columns = ({ tokenHash, validForSeconds }: Given<Link>) => ({
  activation_token_hash: tokenHash,
  activation_expires_at: after(validForSeconds),
})

const state = sql<LinkState>`CASE
  WHEN password_hash IS NOT NULL THEN 'used' WHEN activation_expires_at > clock_timestamp() THEN 'usable' ELSE 'expired'
END`.as('state')

export const SET_PORTAL_USER_LINK = new Statement('portal_user_set_link', (given: Given<Link & { id: string }>) =>
  queries.updateTable('portal_users').set(columns(given)).where('id', '=', given.id),
)

export const SET_ADMINISTRATOR_LINK = new Statement(
  'administrator_set_link',
  (given: Given<Link & { accountId: string }>) =>
    queries
      .updateTable('administrators')
      .set(columns(given))
      .where('account_id', '=', given.accountId)
      .where('password_hash', 'is', null)
      .returning('account_id'),
)

type Sought = Pick<Link, 'tokenHash'>

export const FIND_PORTAL_USER_LINK = new Statement('portal_user_find_link', ({ tokenHash }: Given<Sought>) =>
  queries.selectFrom('portal_users').select(['email', 'name', state]).where('activation_token_hash', '=', tokenHash),
)

export const FIND_ADMINISTRATOR_LINK = new Statement('administrator_find_link', ({ tokenHash }: Given<Sought>) =>
  queries
    .selectFrom('administrators')
    .select(['email', 'full_name as name', state])
    .where('activation_token_hash', '=', tokenHash),
)

export const SET_RESET_LINK = new Statement(
  'portal_user_set_reset_link',
  ({ id, tokenHash, validForSeconds }: Given<Link & { id: string }>) =>
    queries
      .updateTable('portal_users')
      .set({ reset_token_hash: tokenHash, reset_expires_at: after(validForSeconds) })
      .where('id', '=', id),
)

export const FIND_RESET_LINK = new Statement('portal_user_find_reset_link', ({ tokenHash }: Given<Sought>) =>
  queries
    .selectFrom('portal_users')
    .select(['email', 'name'])
    .where('reset_token_hash', '=', tokenHash)
    .where('reset_expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('status', '=', 'active'),
)

/** An update waits for a concurrent one of the row, and then no longer finds the link. */
export const RESET_PASSWORD = new Statement(
  'portal_user_reset_password',
  ({ tokenHash, passwordHash }: Given<Sought & { passwordHash: string }>) =>
    queries
      .updateTable('portal_users')
      .set(({ eb }) => ({
        password_hash: passwordHash,
        token_generation: eb('token_generation', '+', 1),
        reset_token_hash: null,
        reset_expires_at: null,
      }))
      .where('reset_token_hash', '=', tokenHash)
      .where('reset_expires_at', '>', sql<Date>`clock_timestamp()`)
      .where('status', '=', 'active')
      .returning('id'),
)
