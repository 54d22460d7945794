import { expect, it } from 'vitest'
import type { Partner } from '../partners/partner.ts'
import {
  ACCESS as ACTIVE_ACCESS,
  ANA,
  PARTNER as ACTIVE_PARTNER,
  stubDependencies,
} from '../../test/stub-dependencies.ts'
import { findSession } from './find-session.ts'
import type { PortalUser } from './portal-user.ts'

const ACCESS = { ...ACTIVE_ACCESS, partnerStatus: 'suspended' } as const
const CURRENT = { ...ACCESS, hasSecondFactor: true }
const PARTNER = { ...ACTIVE_PARTNER, status: 'suspended' } as const
const stubs = (user?: PortalUser, partner?: Partner) =>
  stubDependencies({
    portalUsers: { find: () => Promise.resolve(user), findAccess: () => Promise.resolve(CURRENT) },
    partners: { find: () => Promise.resolve(partner) },
  })

it('findSession returns the user and its partner with current rights, even when the partner is suspended', async () => {
  expect(await findSession(stubs(ANA, PARTNER), { access: ACCESS })).toEqual({
    user: ANA,
    partner: PARTNER,
    access: CURRENT,
  })
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
