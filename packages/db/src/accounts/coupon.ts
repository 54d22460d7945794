import { type QueryCreator, sql } from 'kysely'
import { now } from '../sql/clock.ts'
import type { DB } from '../sql/generated/schema.ts'
import type { RunStatement } from '../sql/run.ts'
import { type Given, queries, Statement } from '../sql/statement.ts'

/** Whether the database has the extension Citus. */
// Prisma has no model of the catalog.
const HAS_CITUS = new Statement('database_has_citus', () =>
  queries.selectNoFrom(sql<boolean>`EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`.as('hasCitus')),
)

/** Has a row if the partner has a coupon. */
// Hot on Citus: each creation reads it.
const COUPON = new Statement('partner_coupon', ({ partnerId }: Given<{ partnerId: string }>) =>
  queries.selectFrom('partners').select('coupon_id').where('id', '=', partnerId).where('coupon_id', 'is not', null),
)

/**
 * Part of a creation: redeems the coupon of `partner`, if it has one that is valid. The update that counts redemptions
 * also compares them with their limit, so concurrent creations never exceed it.
 */
export const redeemedCoupon = (db: QueryCreator<DB & { partner: { coupon_id: string | null } }>) =>
  db
    .updateTable('coupons')
    .set(({ eb }) => ({ redemptions: eb('redemptions', '+', 1) }))
    .where('id', '=', ({ selectFrom }) => selectFrom('partner').select('coupon_id'))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or, ref }) =>
      or([eb('max_redemptions', 'is', null), eb('redemptions', '<', ref('max_redemptions').$notNull())]),
    )
    .returning(['id', 'percent_off'])

/** The same part for a partner without a coupon. */
export const noCoupon = (db: QueryCreator<DB>) =>
  db
    .selectNoFrom([sql<string>`NULL::text`.as('id'), sql<number>`NULL::smallint`.as('percent_off')])
    .where(sql<boolean>`false`) as unknown as ReturnType<typeof redeemedCoupon>

/** Returns whether a creation of the partner has to redeem a coupon. */
export type CouponCheck = (partnerId: string) => Promise<boolean>

/**
 * Returns a check that reads on Citus whether the partner has a coupon, and reports elsewhere that it may have one. Every
 * node of Citus has a copy of the coupons. An update that finds no coupon still locks all copies until the transaction
 * ends, so creations of all partners would wait for each other, and fail while any node is down. Elsewhere it costs less
 * than a read. A coupon that a partner receives after the read belongs to its next creation.
 */
export function couponCheck(run: RunStatement): CouponCheck {
  let hasCitus: boolean | undefined
  return async (partnerId) => {
    hasCitus ??= (await run(HAS_CITUS, {}))[0]?.hasCitus ?? false
    return !hasCitus || (await run(COUPON, { partnerId })).length > 0
  }
}
