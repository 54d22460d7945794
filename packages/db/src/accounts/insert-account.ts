import type { NewAccount } from '@partner-accounts/core'
import { bytes, type Client } from '../client.ts'

/** Stores an account with all that belongs to it. The partner's row is held from here to the commit. */
export async function insertAccount(client: Client, account: NewAccount): Promise<void> {
  const partner = await client.partner.update({
    data: { accountCount: { increment: 1 } },
    select: { accountCount: true, couponId: true },
    where: { id: account.partnerId },
  })
  const redeemed = partner.couponId === null ? undefined : await redeem(client, partner.couponId)

  await client.account.create({
    select: { id: true },
    data: {
      id: account.id,
      partnerId: account.partnerId,
      number: partner.accountCount,
      ...credentialData(account),
      administrator: { create: account.administrator },
      employer: { create: employerData(account) },
      units: { create: { id: account.unit.id, name: account.unit.name, ...account.unit.address } },
      workSchedules: { create: workScheduleData(account) },
      subscriptions: { create: { ...account.subscription, ...redeemed } },
    },
  })
}

/**
 * Takes one redemption of the coupon, if it has one left and has not expired: `isRedeemable` of the domain, in the
 * statement that counts, so that concurrent creations never take more than there are.
 */
async function redeem(client: Client, couponId: string) {
  const [coupon] = await client.$queryRaw<{ percent_off: number }[]>`
    UPDATE coupons
    SET redemptions = redemptions + 1
    WHERE id = ${couponId}
      AND (expires_at IS NULL OR expires_at > clock_timestamp())
      AND (max_redemptions IS NULL OR redemptions < max_redemptions)
    RETURNING percent_off`
  return coupon && { couponId, percentOff: coupon.percent_off }
}

const credentialData = ({ credentials: { secretHash, apiTokenHash, sealedApiToken } }: NewAccount) => ({
  secretHash: bytes(secretHash),
  apiTokenHash: apiTokenHash && bytes(apiTokenHash),
  sealedApiToken: sealedApiToken && bytes(sealedApiToken),
})

const employerData = ({ employer: { document, ...employer } }: NewAccount) => ({
  ...employer,
  [document.kind]: document.value,
})

const workScheduleData = ({ workSchedule: { days, ...schedule } }: NewAccount) => ({
  ...schedule,
  days: days.map(({ weekday, periods }) => ({ weekday, periods: periods.map((period) => ({ ...period })) })),
})
