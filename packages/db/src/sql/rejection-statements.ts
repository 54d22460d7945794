import type { PageRequest } from '@partner-accounts/core'
import { sql } from 'kysely'
import { filteredStatement, inUse } from './filtered-statement.ts'
import { type Given, queries, Statement } from './statement.ts'

interface Added {
  partnerIds: readonly string[]
  minutes: readonly Date[]
  requests: readonly number[]
}

/** Adds to the numbers of some partners and minutes. Their order is the same on all instances, so that none wait for each other. */
export const ADD_REJECTIONS = new Statement('rejections_add', ({ partnerIds, minutes, requests }: Given<Added>) =>
  queries
    .insertInto('rate_limit_rejections')
    .columns(['partner_id', 'minute', 'requests'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{ partner_id: string; minute: Date; requests: number }>`unnest(
              ${partnerIds}::text[], ${minutes}::timestamptz[], ${requests}::int[]
            )`.as<'added'>(sql`added (partner_id, minute, requests)`),
        )
        .select(['added.partner_id', 'added.minute', 'added.requests'])
        .orderBy('added.partner_id')
        .orderBy('added.minute'),
    )
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'minute']).doUpdateSet(({ ref }) => ({
        requests: sql<number>`${ref('rate_limit_rejections.requests')} + ${ref('excluded.requests')}`,
      })),
    ),
)

/** The minutes of a partner with rejections, the most recent first. */
export const REJECTIONS_OF_PARTNER = new Statement(
  'rejections_of_partner',
  ({ partnerId, since }: Given<{ partnerId: string; since: Date }>) =>
    queries
      .selectFrom('rate_limit_rejections')
      .select(['minute', 'requests'])
      .where('partner_id', '=', partnerId)
      .where('minute', '>=', since)
      .orderBy('minute', 'desc'),
)

/** The cost depends on the number of partners and minutes with rejections since then. */
export const LIMITED_PARTNERS = filteredStatement<PageRequest & { since: Date }>()(
  'operator_limited_partners',
  ({ cursor, limit, since }) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('rate_limit_rejections')
          .select('partner_id')
          .select([sql<number>`sum(requests)::int`.as('requests'), sql<Date>`max(minute)`.as('last_minute')])
          .where('minute', '>=', since)
          .where((eb) => inUse(cursor && eb('partner_id', '>', cursor)))
          .groupBy('partner_id')
          .orderBy('partner_id')
          .limit(limit)
          .as('r'),
      )
      .innerJoin('partners as p', 'p.id', 'r.partner_id')
      .select(['p.id', 'p.name', 'p.status', 'r.requests', 'r.last_minute as lastMinute'])
      .orderBy('p.id'),
)
