import type { SubscriptionStatus } from '@partner-accounts/core'
import { now } from './clock.ts'
import { type Given, queries, Statement } from './statement.ts'

/**
 * Changes the status of a subscription, and of its account in searches. Each move names the statuses it leaves, so that
 * only one of two concurrent moves succeeds. The time is the database's.
 */
const moveTo =
  (status: SubscriptionStatus, column: 'activated_at' | 'canceled_at', from: readonly SubscriptionStatus[]) =>
  ({ id }: Given<{ id: string }>) =>
    queries
      .with('moved', (db) =>
        db
          .updateTable('subscriptions')
          .set({ status, [column]: now })
          .where('id', '=', id)
          .where('status', 'in', from)
          .returning(['id', 'partner_id', 'account_id']),
      )
      .with('search_entry', (db) =>
        db
          .updateTable('account_search')
          .from('moved')
          .innerJoin('accounts', (join) =>
            join.onRef('accounts.partner_id', '=', 'moved.partner_id').onRef('accounts.id', '=', 'moved.account_id'),
          )
          .set({ subscription_status: status })
          .whereRef('account_search.partner_id', '=', 'accounts.partner_id')
          .whereRef('account_search.number', '=', 'accounts.number'),
      )
      .selectFrom('moved')
      .select('id')

export const ACTIVATE = new Statement('subscription_activate', moveTo('active', 'activated_at', ['pending']))

export const CANCEL = new Statement('subscription_cancel', moveTo('canceled', 'canceled_at', ['pending', 'active']))
