import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { outcome, type ExpectedError, ERRORS } from './expected-errors.ts'
import { accountBody, type PartnerClient, sharedService, signedIn, signedInPartner } from './harness.ts'

/** Rights are kept for 5 s and must be felt within 10. */
const PERMISSIONS_CACHE_WAIT_MS = 5_500

it('follows every change of rights within 10 s, whatever the token was issued for', async () => {
  const service = await sharedService()
  const { prisma } = service.database
  const changePartner = (status: 'active' | 'suspended') => (partner: PartnerClient) =>
    prisma.partner.update({ where: { id: partner.user.partnerId }, data: { status } })
  const changeUser =
    (data: { status?: 'active' | 'disabled'; permissions?: ('accounts_read' | 'accounts_create')[] }) =>
    ({ user }: PartnerClient) =>
      prisma.portalUser.update({ where: { id: user.id }, data })
  const list = async (partner: PartnerClient) => outcome(await partner.get('/partner-accounts'))
  const create = async (partner: PartnerClient) => outcome(await partner.post('/partner-accounts', accountBody()))

  const changes: {
    change: (partner: PartnerClient) => Promise<unknown>
    send: (partner: PartnerClient) => Promise<ExpectedError>
    refusal: ExpectedError
  }[] = [
    { change: changePartner('suspended'), send: list, refusal: ERRORS.forbidden },
    { change: changePartner('suspended'), send: create, refusal: ERRORS.forbidden },
    { change: changeUser({ status: 'disabled' }), send: list, refusal: ERRORS.forbidden },
    { change: changeUser({ permissions: ['accounts_create'] }), send: list, refusal: ERRORS.forbidden },
    { change: changeUser({ permissions: ['accounts_read'] }), send: create, refusal: ERRORS.forbidden },
    {
      change: ({ user: { id } }) => prisma.portalUser.delete({ where: { id } }),
      send: list,
      refusal: ERRORS.unauthenticated,
    },
  ]
  const cases = await Promise.all(changes.map(async (row) => ({ ...row, partner: await signedInPartner(service) })))
  for (const { send, partner } of cases) expect((await send(partner)).status).toBe(200)

  const granted = await signedInPartner(service, { permissions: [] })
  expect(await list(granted)).toEqual(ERRORS.forbidden)
  const resumed = await signedInPartner(service)
  await changePartner('suspended')(resumed)
  expect(await list(resumed)).toEqual(ERRORS.forbidden)

  await Promise.all([
    ...cases.map(({ change, partner }) => change(partner)),
    changeUser({ permissions: ['accounts_read'] })(granted),
    changePartner('active')(resumed),
  ])
  await wait(PERMISSIONS_CACHE_WAIT_MS)

  for (const { send, partner, refusal } of cases) expect(await send(partner)).toEqual(refusal)
  expect((await list(granted)).status).toBe(200)
  expect((await list(resumed)).status).toBe(200)
  // Who signs in anew, and still may, is told the same: rights are no matter of the token.
  const suspended = await signedIn(service, cases[0]!.partner.user)
  expect(await list(suspended)).toEqual(ERRORS.forbidden)
})
