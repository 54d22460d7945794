import { expect, it } from 'vitest'
import type { Partner } from '../partners/partner.ts'
import { stubDependencies } from '../testing/stub-dependencies.ts'
import { findSession } from './find-session.ts'
import type { PortalUser, PortalUserAccess } from './portal-user.ts'

const ANA: PortalUser = {
  ...{
    id: 'u1',
    partnerId: 'p1',
    kind: 'person',
    email: 'ana@revenda.example',
    name: 'Ana',
    status: 'active',
    permissions: [],
  },
}
const PARTNER: Partner = { id: 'p1', name: 'Revenda', status: 'suspended', coupon: null }
const ACCESS: PortalUserAccess = {
  ...{ userId: 'u1', partnerId: 'p1', userStatus: 'active', partnerStatus: 'suspended' },
  ...{ permissions: [], tokenGeneration: 1, endedSessions: [] },
}
const stubs = (user?: PortalUser, partner?: Partner) =>
  stubDependencies({
    portalUsers: { find: () => Promise.resolve(user) },
    partners: { find: () => Promise.resolve(partner) },
  })

it('findSession returns the user and its partner, even when the partner is suspended', async () => {
  expect(await findSession(stubs(ANA, PARTNER), { access: ACCESS })).toEqual({ user: ANA, partner: PARTNER })
})

it.each(['disabled', 'invited'] as const)('findSession rejects a user with the status %s', async (userStatus) => {
  const access = { ...ACCESS, userStatus }
  await expect(findSession(stubs(ANA, PARTNER), { access })).rejects.toMatchObject({ kind: 'forbidden' })
})

it.each([
  ['user', stubs(undefined, PARTNER)],
  ['partner', stubs(ANA)],
])('findSession rejects a session whose %s no longer exists', async (_gone, dependencies) => {
  await expect(findSession(dependencies, { access: ACCESS })).rejects.toMatchObject({ kind: 'unauthenticated' })
})
