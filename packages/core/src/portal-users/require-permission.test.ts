import { describe, expect, it } from 'vitest'
import { PERMISSIONS } from './permission.ts'
import type { PortalUserAccess } from './portal-user.ts'
import { requirePermission } from './require-permission.ts'

const ABLE: PortalUserAccess = {
  userId: 'user',
  partnerId: 'partner',
  userStatus: 'active',
  partnerStatus: 'active',
  permissions: PERMISSIONS,
  tokenGeneration: 0,
}

describe('a permission', () => {
  it.each(PERMISSIONS)('%s is had by an active user of an active partner who holds it', (permission) => {
    expect(() => requirePermission({ ...ABLE, permissions: [permission] }, permission)).not.toThrow()
  })

  it.each<[string, Partial<PortalUserAccess>]>([
    ['a user of a suspended partner', { partnerStatus: 'suspended' }],
    ['a disabled user', { userStatus: 'disabled' }],
    ['an invited user', { userStatus: 'invited' }],
    ['a user without permissions', { permissions: [] }],
  ])('is had by no means by %s', (_case, change) => {
    for (const permission of PERMISSIONS) {
      const check = () => requirePermission({ ...ABLE, ...change }, permission)
      expect(check).toThrow(expect.objectContaining({ kind: 'forbidden' }))
    }
  })

  it('does not come with the other one', () => {
    for (const [held, wanted] of [PERMISSIONS, [...PERMISSIONS].reverse()] as const) {
      const check = () => requirePermission({ ...ABLE, permissions: [held] }, wanted)
      expect(check).toThrow(expect.objectContaining({ kind: 'forbidden' }))
    }
  })
})
