import { type QueryCreator, sql } from 'kysely'
import type { Client } from '../prisma/client.ts'
import type { CitusCheck } from '../sql/citus.ts'
import { now } from '../sql/clock.ts'
import type { DB } from '../sql/generated/schema.ts'

/**
 * Redeems the partner's valid coupon, for test partners without counting. The counting update compares with the limit,
 * so concurrent creations never exceed it.
 */
export const redeemedCoupon = (
  db: QueryCreator<DB & { partner: { coupon_id: string | null; test_of: string | null } }>,
) =>
  db
    .updateTable('coupons')
    .set(({ eb, selectFrom }) => ({
      redemptions: eb(
        'redemptions',
        '+',
        selectFrom('partner').select(sql<number>`(test_of IS NULL)::int`.as('count')),
      ),
    }))
    .where('id', '=', ({ selectFrom }) => selectFrom('partner').select('coupon_id'))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or, ref }) =>
      or([eb('max_redemptions', 'is', null), eb('redemptions', '<', ref('max_redemptions').$notNull())]),
    )
    .returning(['id', 'percent_off'])

export const noCoupon = (db: QueryCreator<DB>) =>
  db
    .selectNoFrom([sql<string>`NULL::text`.as('id'), sql<number>`NULL::smallint`.as('percent_off')])
    .where(sql<boolean>`false`) as unknown as ReturnType<typeof redeemedCoupon>

export type CouponCheck = (partnerId: string) => Promise<boolean>

/**
 * Creates the check. On Citus, an update that finds no coupon still locks every node's copy: creations would wait for
 * each other, and fail while a node is down. Elsewhere it costs less than a read. A coupon assigned after the read
 * applies to the next creation.
 */
export const couponCheck =
  (client: Client, hasCitus: CitusCheck): CouponCheck =>
  async (partnerId) =>
    !(await hasCitus()) || (await client.partner.count({ where: { id: partnerId, couponId: { not: null } } })) > 0
