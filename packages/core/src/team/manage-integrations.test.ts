import { beforeEach, describe, expect, it } from 'vitest'
import { ACCESS, ANA, stubDependencies } from '../../test/stub-dependencies.ts'
import { hashGeneratedPassword } from '../identity/generated-password.ts'
import type { Permission } from '../identity/permissions.ts'
import type { NewPortalUser } from '../identity/portal-user-store.ts'
import type { PortalUser } from '../identity/portal-user.ts'
import { LIMITS } from '../limits.ts'
import { addIntegration, rotateIntegrationPassword } from './manage-integrations.ts'

const MANAGER: PortalUser = { ...ANA, permissions: ['users:manage', 'accounts:read'] }
const ERP: PortalUser = { ...ANA, id: 'u2', kind: 'integration', status: 'disabled', permissions: ['accounts:read'] }
const CREATOR: PortalUser = { ...ERP, id: 'u3', permissions: ['accounts:create'] }
const COLLEAGUE: PortalUser = { ...ANA, id: 'u4', permissions: ['accounts:read'] }
const STRANGER: PortalUser = { ...ERP, id: 'u5', partnerId: 'p2' }
const USERS = [MANAGER, ERP, CREATOR, COLLEAGUE, STRANGER]

const CALLER = { userId: 'u1', partnerId: 'p1' }
const ACTOR = { kind: 'portal-user', id: 'u1' }

describe('integrations', () => {
  let managerPermissions: readonly Permission[]
  let added: NewPortalUser[]
  /** The partner's number of integrations. */
  let size: number
  let changes: [string, { passwordHash: string; keepsPrevious: boolean }][]
  let dependencies: Parameters<typeof addIntegration>[0] & ReturnType<typeof stubDependencies>
  beforeEach(() => {
    managerPermissions = MANAGER.permissions
    added = []
    size = 0
    changes = []
    dependencies = stubDependencies({
      portalUsers: {
        lockManagers: () => Promise.resolve([]),
        count: () => Promise.resolve(size),
        findAccess: () => Promise.resolve({ ...ACCESS, permissions: managerPermissions }),
        find: (id, partnerId) => Promise.resolve(USERS.find((user) => user.id === id && user.partnerId === partnerId)),
        add(user) {
          added.push(user)
          return Promise.resolve()
        },
        replacePassword(id, passwordHash, options) {
          changes.push([id, { passwordHash, ...options }])
          return Promise.resolve({ ...ERP, status: 'active' })
        },
      },
    })
  })
  const add = (...permissions: Permission[]) => addIntegration(dependencies, { ...CALLER, name: 'ERP', permissions })
  const rotate = (id: string) => rotateIntegrationPassword(dependencies, { ...CALLER, id, endsCurrent: false })
  const expectRejection = async (call: Promise<unknown>, kind: string) => {
    await expect(call).rejects.toMatchObject({ kind })
    expect([added, changes, dependencies.recorded]).toEqual([[], [], []])
  }

  it('addIntegration adds an active user with an undeliverable e-mail and returns the password whose hash it stores', async () => {
    const { password, ...user } = await add('accounts:read')
    expect(user).toEqual({
      id: 'id1',
      partnerId: 'p1',
      kind: 'integration',
      email: 'id1@integrations.example.com',
      name: 'ERP',
      status: 'active',
      permissions: ['accounts:read'],
    })
    expect(added).toEqual([{ ...user, passwordHash: hashGeneratedPassword(password), activation: null }])
    expect(dependencies.recorded).toEqual([
      { actor: ACTOR, action: 'integration.created', subjectId: 'id1', partnerId: 'p1' },
    ])
  })

  it('addIntegration generates another password of 256 random bits each time', async () => {
    const passwords = [(await add()).password, (await add()).password]
    expect(passwords[0]).not.toBe(passwords[1])
    for (const password of passwords) expect(password).toMatch(/^pai_[\w-]{43}$/)
  })

  it('addIntegration rejects a permission that the manager lacks', async () => {
    await expectRejection(add('accounts:read', 'accounts:create'), 'forbidden')
  })

  it('addIntegration rejects an integration beyond the maximum', async () => {
    size = LIMITS.teamSize.integration
    await expectRejection(add('accounts:read'), 'team-full')
  })

  it('addIntegration rejects users:manage', async () => {
    await expectRejection(add('users:manage'), 'integration-manages-users')
  })

  it('rotateIntegrationPassword returns the new password, stores its hash and keeps the current one for a while', async () => {
    const { password, ...user } = await rotate('u2')
    expect(user).toEqual({ ...ERP, status: 'active' })
    expect(password).toMatch(/^pai_[\w-]{43}$/)
    expect(changes).toEqual([['u2', { passwordHash: hashGeneratedPassword(password), keepsPrevious: true }]])
    expect(dependencies.recorded).toEqual([
      { actor: ACTOR, action: 'integration.password-rotated', subjectId: 'u2', partnerId: 'p1' },
    ])
  })

  it.each([
    ['an integration with a permission that the manager lacks', 'u3', 'forbidden'],
    ['a person, whose password only that person chooses', 'u4', 'portal-user-not-found'],
    ["another partner's integration", 'u5', 'portal-user-not-found'],
  ])('rotateIntegrationPassword rejects %s', async (_case, id, kind) => {
    await expectRejection(rotate(id), kind)
  })

  it.each([
    ['addIntegration', () => add('accounts:read')],
    ['rotateIntegrationPassword', () => rotate('u2')],
  ])('%s rejects a user without users:manage', async (_name, call) => {
    managerPermissions = ['accounts:read', 'accounts:create']
    await expectRejection(call(), 'forbidden')
  })
})
