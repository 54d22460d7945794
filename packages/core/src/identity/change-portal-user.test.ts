import { expect, it } from 'vitest'
import { ANA, OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import { disablePortalUser, setPermissions } from './change-portal-user.ts'
import type { Permission } from './permissions.ts'
import type { PortalUserChanges } from './portal-user-store.ts'
import type { PortalUser } from './portal-user.ts'

function storeWithAna() {
  const changes: PortalUserChanges[] = []
  const change = (id: string, changed: PortalUserChanges) => {
    if (id !== ANA.id) return Promise.resolve(undefined)
    changes.push(changed)
    return Promise.resolve(ANA)
  }
  const find = (id: string) => Promise.resolve(id === ANA.id ? ANA : undefined)
  return { ...stubDependencies({ portalUsers: { change, find } }), changes }
}
const entry = (action: string) => ({ actor: OPERATOR, action, subjectId: 'u1', partnerId: 'p1' })

it('disablePortalUser removes the password and the activation link', async () => {
  const dependencies = storeWithAna()
  await disablePortalUser(dependencies, { actor: OPERATOR, id: ANA.id })
  expect(dependencies.changes).toEqual([{ status: 'disabled', passwordHash: null, activation: null }])
  expect(dependencies.recorded).toEqual([entry('portal-user.disabled')])
})

it('disablePortalUser keeps the password if it is reversible', async () => {
  const dependencies = storeWithAna()
  await disablePortalUser(dependencies, { actor: OPERATOR, id: ANA.id, isReversible: true })
  expect(dependencies.changes).toEqual([{ status: 'disabled', activation: null }])
})

it('setPermissions changes only the permissions, and records the previous ones', async () => {
  const dependencies = storeWithAna()
  await setPermissions(dependencies, { actor: OPERATOR, id: ANA.id, permissions: ['accounts:read'] })
  expect(dependencies.changes).toEqual([{ permissions: ['accounts:read'] }])
  const changes = { permissions: { from: '', to: 'accounts:read' } }
  expect(dependencies.recorded).toEqual([{ ...entry('portal-user.permissions-changed'), changes }])
})

it.each([disablePortalUser, setPermissions])(
  '%o rejects an unknown portal user and records nothing',
  async (change) => {
    const dependencies = storeWithAna()
    const unknown = { actor: OPERATOR, id: 'u2', permissions: [] }
    await expect(change(dependencies, unknown)).rejects.toMatchObject({ kind: 'portal-user-not-found' })
    expect(dependencies.recorded).toEqual([])
  },
)

it('setPermissions grants no integration users:manage, not even for operators', async () => {
  const erp: PortalUser = { ...ANA, kind: 'integration' }
  const portalUsers = { find: () => Promise.resolve(erp), change: () => Promise.resolve(erp) }
  const dependencies = stubDependencies({ portalUsers })
  const grant = (...permissions: Permission[]) =>
    setPermissions(dependencies, { actor: OPERATOR, id: erp.id, permissions })
  await expect(grant('accounts:read', 'users:manage')).rejects.toMatchObject({ kind: 'integration-manages-users' })
  expect(await grant('accounts:read')).toBe(erp)
})
