import type { RejectionStore } from '@partner-accounts/core'
import { sql } from 'kysely'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

interface Added {
  partnerIds: readonly string[]
  minutes: readonly Date[]
  requests: readonly number[]
}

/** A fixed order avoids deadlocks of instances. */
// Prisma adds to one row at a time.
const ADD_REJECTIONS = new Statement('rejections_add', ({ partnerIds, minutes, requests }: Given<Added>) =>
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

export const createRejectionStore = (run: RunStatement): RejectionStore => ({
  async add(rejected) {
    await run(ADD_REJECTIONS, {
      partnerIds: rejected.map(({ partnerId }) => partnerId),
      minutes: rejected.map(({ minute }) => minute),
      requests: rejected.map(({ requests }) => requests),
    })
  },
})
