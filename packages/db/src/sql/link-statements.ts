import type { LinkKey, LinkState } from '@partner-accounts/core'
import { sql } from 'kysely'
import { inSeconds, now } from './clock.ts'
import { type Given, queries, Statement } from './statement.ts'

// A link is a token of which the row stores the hash.

interface Link {
  tokenHash: Uint8Array
  validForSeconds: number
}

const columns = ({ tokenHash, validForSeconds }: Given<Link>) => ({
  activation_token_hash: tokenHash,
  activation_expires_at: inSeconds(validForSeconds),
})

const state = sql<LinkState>`CASE
  WHEN password_hash IS NOT NULL THEN 'used' WHEN activation_expires_at > ${now} THEN 'usable' ELSE 'expired'
END`.as('state')

export const SET_PORTAL_USER_LINK = new Statement('portal_user_set_link', (given: Given<Link & { id: string }>) =>
  queries.updateTable('portal_users').set(columns(given)).where('id', '=', given.id),
)

export const SET_ADMINISTRATOR_LINK = new Statement(
  'administrator_set_link',
  (given: Given<Link & Record<'partnerId' | 'accountId', string>>) =>
    queries
      .updateTable('administrators')
      .set(columns(given))
      .where('partner_id', '=', given.partnerId)
      .where('account_id', '=', given.accountId)
      .where('password_hash', 'is', null)
      .returning('account_id'),
)

export const FIND_PORTAL_USER_LINK = new Statement(
  'portal_user_find_link',
  ({ partnerId, tokenHash }: Given<LinkKey>) =>
    queries
      .selectFrom('portal_users')
      .select(['partner_id as partnerId', 'id', 'email', 'name', state])
      .where('partner_id', '=', partnerId)
      .where('activation_token_hash', '=', tokenHash),
)

export const FIND_ADMINISTRATOR_LINK = new Statement(
  'administrator_find_link',
  ({ partnerId, tokenHash }: Given<LinkKey>) =>
    queries
      .selectFrom('administrators')
      .select(['partner_id as partnerId', 'account_id as accountId', 'email', 'full_name as name', state])
      .where('partner_id', '=', partnerId)
      .where('activation_token_hash', '=', tokenHash),
)

export const SET_RESET_LINK = new Statement(
  'portal_user_set_reset_link',
  ({ id, tokenHash, validForSeconds }: Given<Link & { id: string }>) =>
    queries
      .updateTable('portal_users')
      .set({ reset_token_hash: tokenHash, reset_expires_at: inSeconds(validForSeconds) })
      .where('id', '=', id),
)

export const FIND_RESET_LINK = new Statement(
  'portal_user_find_reset_link',
  ({ partnerId, tokenHash }: Given<LinkKey>) =>
    queries
      .selectFrom('portal_users')
      .select(['partner_id as partnerId', 'email', 'name'])
      .where('partner_id', '=', partnerId)
      .where('reset_token_hash', '=', tokenHash)
      .where('reset_expires_at', '>', now)
      .where('status', '=', 'active'),
)

/** An update waits for a concurrent one of the row, and then no longer finds the link. */
export const RESET_PASSWORD = new Statement(
  'portal_user_reset_password',
  ({ partnerId, tokenHash, passwordHash }: Given<{ partnerId: string; tokenHash: Uint8Array; passwordHash: string }>) =>
    queries
      .updateTable('portal_users')
      .set(({ eb }) => ({
        password_hash: passwordHash,
        token_generation: eb('token_generation', '+', 1),
        reset_token_hash: null,
        reset_expires_at: null,
      }))
      .where('partner_id', '=', partnerId)
      .where('reset_token_hash', '=', tokenHash)
      .where('reset_expires_at', '>', now)
      .where('status', '=', 'active')
      .returning('id'),
)
