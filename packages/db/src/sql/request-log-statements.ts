import { LIMITS } from '@partner-accounts/core'
import { sql } from 'kysely'
import { type Given, queries, Statement } from './statement.ts'

/** Adds the rows of a JSON array, which has the columns as keys. */
export const ADD_REQUESTS = new Statement('request_log_add', ({ rows }: Given<{ rows: string }>) =>
  queries
    .insertInto('logged_requests')
    .expression(sql`SELECT * FROM jsonb_populate_recordset(NULL::logged_requests, ${rows}::jsonb)`),
)

const latest = (partnerId: Given<{ value: string }>['value']) =>
  queries
    .selectFrom('logged_requests')
    .where('partner_id', '=', partnerId)
    .orderBy('id', 'desc')
    .limit(LIMITS.requestLog.kept)

export const TRIM_REQUESTS = new Statement('request_log_trim', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries
    .deleteFrom('logged_requests')
    .where('partner_id', '=', partnerId)
    .where('id', '<', (eb) =>
      eb.selectFrom(latest(partnerId).select('id').as('kept')).select(sql<string>`min(kept.id)`.as('first')),
    ),
)

interface Sought {
  partnerId: string
  before: string
  minStatus: number
  maxStatus: number
  limit: number
}

export const PAGE_OF_REQUESTS = new Statement('request_log_page', (given: Given<Sought>) =>
  queries
    .selectFrom(latest(given.partnerId).selectAll().as('r'))
    .select(['partner_id as partnerId', 'id', 'at', 'method', 'route', 'status', 'code'])
    .select(['request_id as requestId', 'duration_ms as durationMs'])
    .where('id', '<', given.before)
    .where('status', '>=', given.minStatus)
    .where('status', '<=', given.maxStatus)
    .orderBy('id', 'desc')
    .limit(given.limit),
)
