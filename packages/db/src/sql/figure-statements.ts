import { sql } from 'kysely'
import { now } from './clock.ts'
import { countMails } from './mail-statements.ts'
import { countUpTo, type Given, queries, Statement } from './statement.ts'

/** The length of the periods in `account_creations`. Days begin at a multiple of it in every time zone. */
export const PERIOD_MS = 15 * 60_000

/** The start of the period in which an account was created. */
const period = sql<Date>`to_timestamp(floor(extract(epoch FROM created_at) / ${sql.lit(PERIOD_MS / 1000)}) * ${sql.lit(PERIOD_MS / 1000)})`

interface Range {
  from: Date
  to: Date
}

/**
 * The accounts of each period, by the time of the database: ids contain that of the instance. The cost depends on the
 * number of accounts in the range.
 */
const periods = ({ from, to }: Given<Range>) =>
  queries
    .selectFrom('accounts')
    .select([period.as('starts_at'), sql<number>`count(*)::int`.as('accounts')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(sql`1`)

export const RECENT_PERIODS = new Statement('account_periods', periods)

/** The last period whose accounts are counted, and the time. */
export const LAST_COUNTED = new Statement('account_creations_last', () =>
  queries.selectFrom('account_creations').select(({ fn }) => [fn.max('starts_at').as('starts_at'), now.as('now')]),
)

export const COUNT_PERIODS = new Statement('account_creations_count', (given: Given<Range>) =>
  queries
    .insertInto('account_creations')
    .columns(['starts_at', 'accounts'])
    .expression(periods(given))
    .onConflict((conflict) => conflict.doNothing()),
)

interface Spans {
  starts: readonly Date[]
  ends: readonly Date[]
}

/** The number of counted accounts in each span of time, in the order of the spans. */
export const COUNTED = new Statement('account_creations_sum', ({ starts, ends }: Given<Spans>) =>
  queries
    .selectFrom(
      sql<{ starts_at: Date; ends_at: Date; position: number }>`unnest(
        ${starts}::timestamptz[], ${ends}::timestamptz[]
      ) WITH ORDINALITY`.as<'span'>(sql`span (starts_at, ends_at, position)`),
    )
    .select((eb) =>
      eb
        .selectFrom('account_creations as c')
        .select(sql<number>`coalesce(sum(c.accounts), 0)::int`.as('accounts'))
        .whereRef('c.starts_at', '>=', 'span.starts_at')
        .whereRef('c.starts_at', '<', 'span.ends_at')
        .as('accounts'),
    )
    .orderBy('span.position'),
)

/** What waits for operators, each counted up to `countTo`. */
export const WAITING = new Statement(
  'operator_waiting',
  ({ limitedSince, countTo }: Given<{ limitedSince: Date; countTo: number }>) => {
    const pending = queries.selectFrom('subscriptions').select('status').where('status', '=', 'pending')
    const limited = queries
      .selectFrom('rate_limit_rejections')
      .select('partner_id')
      .distinct()
      .where('minute', '>=', limitedSince)
    return queries.selectNoFrom([
      countUpTo(countTo, pending).as('pendingSubscriptions'),
      countMails('queued', countTo).as('queuedMails'),
      countMails('failed', countTo).as('failedMails'),
      countUpTo(countTo, limited).as('limitedPartners'),
    ])
  },
)
