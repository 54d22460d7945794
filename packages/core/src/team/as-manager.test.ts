import { beforeEach, describe, expect, it } from 'vitest'
import type { PortalUser, PortalUserAccess } from '../identity/portal-user.ts'
import { ACCESS, ANA, stubDependencies } from '../../test/stub-dependencies.ts'
import { asManager, findMember, type Manager, requireOwnPermissions } from './as-manager.ts'

const MANAGER: PortalUser = { ...ANA, permissions: ['users:manage', 'accounts:read'] }
const INPUT = { userId: 'u1', partnerId: 'p1' }

describe('asManager', () => {
  let access: PortalUserAccess | undefined
  let user: PortalUser | undefined
  /** Calls, in order. */
  let calls: string[]
  let dependencies: ReturnType<typeof stubDependencies>
  beforeEach(() => {
    access = { ...ACCESS, permissions: MANAGER.permissions }
    user = MANAGER
    calls = []
    dependencies = stubDependencies({
      portalUsers: {
        lockManagers(partnerId) {
          calls.push(`lock managers of ${partnerId}`)
          return Promise.resolve(['u1'])
        },
        findAccess(userId, partnerId) {
          calls.push(`access of ${userId} of ${partnerId}`)
          return Promise.resolve(access)
        },
        find: (id, partnerId) => Promise.resolve(id === 'u1' && partnerId === 'p1' ? user : undefined),
      },
    })
  })
  const work = (manager: Manager) => {
    calls.push('work')
    return Promise.resolve(manager)
  }

  it('checks the permission after it has locked the managers, and passes the manager as the actor', async () => {
    const manager = await asManager(work)(dependencies, INPUT)
    expect(calls).toEqual(['lock managers of p1', 'access of u1 of p1', 'work'])
    expect(manager).toMatchObject({ user: MANAGER, actor: { kind: 'portal-user', id: 'u1' }, isLastManager: true })
  })

  it('changes of one partner share a queue for connections, because they wait for the same lock', async () => {
    const queues: unknown[] = []
    const transact: typeof dependencies.transact = (part, options) => {
      queues.push(options)
      return dependencies.transact(part)
    }
    await asManager(work)({ ...dependencies, transact }, INPUT)
    expect(queues).toEqual([{ queue: 'p1' }])
  })

  it('runs use cases in the transaction that holds the lock', async () => {
    let transactions = 0
    const transact: typeof dependencies.transact = (part) => {
      transactions += 1
      return dependencies.transact(part)
    }
    const stores = await asManager((manager) => manager.transact((inner) => Promise.resolve(inner)))(
      { ...dependencies, transact },
      INPUT,
    )
    expect(stores).toBe(dependencies.stores)
    expect(transactions).toBe(1)
  })

  it.each<[string, Partial<PortalUserAccess>]>([
    ['a user without users:manage', { permissions: ['accounts:read', 'accounts:create'] }],
    ['a disabled manager', { userStatus: 'disabled' }],
    ['a manager of a suspended partner', { partnerStatus: 'suspended' }],
  ])('rejects %s', async (_case, changes) => {
    access = { ...access!, ...changes }
    await expect(asManager(work)(dependencies, INPUT)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(calls).not.toContain('work')
  })

  it.each(['access', 'user'])('rejects a manager that no longer exists: no %s', async (missing) => {
    if (missing === 'access') access = undefined
    else user = undefined
    await expect(asManager(work)(dependencies, INPUT)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(calls).not.toContain('work')
  })

  it("findMember finds users of the manager's partner only", async () => {
    const manager = await asManager(work)(dependencies, INPUT)
    expect(await findMember(manager, 'u1')).toBe(MANAGER)
    const stranger = findMember({ ...manager, user: { ...MANAGER, partnerId: 'p2' } }, 'u1')
    await expect(stranger).rejects.toMatchObject({ kind: 'portal-user-not-found' })
  })

  it('requireOwnPermissions rejects permissions that the manager lacks in part', async () => {
    const manager = await asManager(work)(dependencies, INPUT)
    requireOwnPermissions(manager, [])
    requireOwnPermissions(manager, ['accounts:read', 'users:manage'])
    expect(() => requireOwnPermissions(manager, ['accounts:read', 'accounts:create'])).toThrow(
      expect.objectContaining({ kind: 'forbidden' }),
    )
  })
})
