import { expect, it } from 'vitest'
import { outcome, type ExpectedError, ERRORS } from './expected-errors.ts'
import {
  accountBody,
  type PartnerClient,
  PROPAGATION_LIMIT_MS,
  sharedService,
  signedIn,
  signedInPartner,
  skipTime,
} from './harness.ts'

it('A change of permissions, user or partner applies within 10 s to tokens issued before the change', async () => {
  const service = await sharedService()
  const { prisma } = service.database
  const changePartner = (status: 'active' | 'suspended') => (partner: PartnerClient) =>
    prisma.partner.updateMany({ where: { id: partner.user.partnerId }, data: { status } })
  const changeUser =
    (data: { status?: 'active' | 'disabled'; permissions?: ('accounts:read' | 'accounts:create')[] }) =>
    ({ user }: PartnerClient) =>
      prisma.portalUser.updateMany({ where: { id: user.id }, data })
  const list = async (partner: PartnerClient) => outcome(await partner.get('/partner-accounts'))
  const create = async (partner: PartnerClient) => outcome(await partner.post('/partner-accounts', accountBody()))

  const changes: {
    change: (partner: PartnerClient) => Promise<unknown>
    send: (partner: PartnerClient) => Promise<ExpectedError>
    expected: ExpectedError
  }[] = [
    { change: changePartner('suspended'), send: list, expected: ERRORS.forbidden },
    { change: changePartner('suspended'), send: create, expected: ERRORS.forbidden },
    { change: changeUser({ status: 'disabled' }), send: list, expected: ERRORS.forbidden },
    { change: changeUser({ permissions: ['accounts:create'] }), send: list, expected: ERRORS.forbidden },
    { change: changeUser({ permissions: ['accounts:read'] }), send: create, expected: ERRORS.forbidden },
    {
      change: ({ user: { id } }) => prisma.portalUser.deleteMany({ where: { id } }),
      send: list,
      expected: ERRORS.unauthenticated,
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
    changeUser({ permissions: ['accounts:read'] })(granted),
    changePartner('active')(resumed),
  ])
  skipTime(PROPAGATION_LIMIT_MS)

  for (const { send, partner, expected } of cases) expect(await send(partner)).toEqual(expected)
  expect((await list(granted)).status).toBe(200)
  expect((await list(resumed)).status).toBe(200)
  // A new token of a suspended partner changes nothing, because permissions are not part of tokens.
  const { user } = cases[0]!.partner
  expect(await list(await signedIn(service, user))).toEqual(ERRORS.forbidden)
})
