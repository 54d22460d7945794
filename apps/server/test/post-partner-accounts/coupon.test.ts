import { createIdGenerator } from '@partner-accounts/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountBody, sharedService, signedInPartner, type TestService } from '../harness.ts'

const newId = createIdGenerator()
const MINUTE_MS = 60_000

describe('POST /partner-accounts for a partner with a coupon', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedService()
  })

  const coupons = {
    'applies a coupon without limits': { coupon: {}, percentOff: 15 },
    'applies a coupon before its expiry': {
      coupon: { expiresAt: new Date(Date.now() + 60 * MINUTE_MS) },
      percentOff: 15,
    },
    'applies a coupon with a redemption left': { coupon: { maxRedemptions: 3, redemptions: 2 }, percentOff: 15 },
    'returns 200 without a discount after the expiry': {
      coupon: { expiresAt: new Date(Date.now() - MINUTE_MS) },
      percentOff: null,
    },
    'returns 200 without a discount when all redemptions are used': {
      coupon: { maxRedemptions: 3, redemptions: 3 },
      percentOff: null,
    },
  }
  it.each(Object.entries(coupons))('%s', async (_case, { coupon, percentOff }) => {
    const partner = await signedInPartner(service)
    const { prisma } = service.database
    const { id, redemptions } = await prisma.coupon.create({
      data: { id: newId(), code: newId(), percentOff: 15, ...coupon },
    })
    await prisma.partner.updateMany({ where: { id: partner.user.partnerId }, data: { couponId: id } })

    const { status, body } = await partner.post('/partner-accounts', accountBody())
    expect(status).toBe(200)
    const subscriptions = await prisma.subscription.findMany({ where: { accountId: body._id as string } })
    const isApplied = percentOff !== null
    expect(subscriptions).toMatchObject([{ couponId: isApplied ? id : null, percentOff, employees: 12 }])
    const after = await prisma.coupon.findUniqueOrThrow({ where: { id } })
    expect(after.redemptions).toBe(isApplied ? redemptions + 1 : redemptions)
  })

  it('does not use a redemption when it rejects the creation', async () => {
    const partner = await signedInPartner(service)
    const { prisma } = service.database
    const { id } = await prisma.coupon.create({ data: { id: newId(), code: newId(), percentOff: 15 } })
    await prisma.partner.updateMany({ where: { id: partner.user.partnerId }, data: { couponId: id } })

    const body = accountBody()
    expect((await partner.post('/partner-accounts', body)).status).toBe(200)
    expect((await partner.post('/partner-accounts', body)).status).toBe(422)
    expect((await prisma.coupon.findUniqueOrThrow({ where: { id } })).redemptions).toBe(1)
  })
})
