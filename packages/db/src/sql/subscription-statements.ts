import { sql } from 'kysely'
import { type Given, queries, Statement } from './statement.ts'

// Each move names the states it leaves, so that only one of two concurrent moves succeeds. The time is the database's.

export const ACTIVATE = new Statement('subscription_activate', ({ id }: Given<{ id: string }>) =>
  queries
    .updateTable('subscriptions')
    .set({ status: 'active', activated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id'),
)

export const CANCEL = new Statement('subscription_cancel', ({ id }: Given<{ id: string }>) =>
  queries
    .updateTable('subscriptions')
    .set({ status: 'canceled', canceled_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '<>', 'canceled')
    .returning('id'),
)
