import type { LinkState } from '@partner-accounts/core'
import { sql } from 'kysely'
import { type Given, queries, Statement } from './statement.ts'

// A link is a token of which the row stores the hash. Its end is set and compared by the database's clock, because the
// clock of an instance may be wrong.

interface Link {
  tokenHash: Uint8Array
  validForSeconds: number
}

const columns = ({ tokenHash, validForSeconds }: Given<Link>) => ({
  activation_token_hash: tokenHash,
  activation_expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${validForSeconds})`,
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
