import { describe, expect, it } from 'vitest'
import { PERMISSIONS } from './permissions.ts'
import type { PortalUserAccess } from './portal-user.ts'
import { requirePermission } from './require-permission.ts'

const ABLE: PortalUserAccess = {
  userId: 'user',
  partnerId: 'partner',
  userStatus: 'active',
  partnerStatus: 'active',
  permissions: PERMISSIONS,
  tokenGeneration: 0,
  hasSecondFactor: false,
  requiresSecondFactor: false,
  endedSessions: [],
}

describe('requirePermission', () => {
  it.each(PERMISSIONS)('accepts %s of an active user of an active partner', (permission) => {
    expect(() => requirePermission({ ...ABLE, permissions: [permission] }, permission)).not.toThrow()
  })

  it.each<[string, Partial<PortalUserAccess>]>([
    ['a user of a suspended partner', { partnerStatus: 'suspended' }],
    ['a disabled user', { userStatus: 'disabled' }],
    ['an invited user', { userStatus: 'invited' }],
    ['a user without permissions', { permissions: [] }],
  ])('rejects %s for every permission', (_case, change) => {
    for (const permission of PERMISSIONS) {
      const check = () => requirePermission({ ...ABLE, ...change }, permission)
      expect(check).toThrow(expect.objectContaining({ kind: 'forbidden' }))
    }
  })

  it.each(PERMISSIONS)('rejects a user that has every permission except %s', (required) => {
    const permissions = PERMISSIONS.filter((permission) => permission !== required)
    const check = () => requirePermission({ ...ABLE, permissions }, required)
    expect(check).toThrow(expect.objectContaining({ kind: 'forbidden' }))
  })
})
