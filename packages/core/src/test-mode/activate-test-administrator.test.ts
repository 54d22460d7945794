import { expect, it } from 'vitest'
import { OPERATOR, stubDependencies } from '../../test/stub-dependencies.ts'
import { activateTestAdministrator } from './activate-test-administrator.ts'
import type { AdministratorOfAccount } from '../accounts/administrator.ts'

const MARIA = { accountId: 'a1', partnerId: 'p1', fullName: 'Maria' } as AdministratorOfAccount
const INPUT = { actor: OPERATOR, accountId: 'a1', partnerId: 'p1' }

/** Stores with the administrator of the account `a1`. */
function storesWith({ isActive }: { isActive: boolean }) {
  /** Token hash of the latest invitation. `activate` must receive the same object. */
  let invitedWith: Uint8Array | undefined
  const hashed: string[] = []
  const dependencies = stubDependencies({
    administrators: {
      invite(accountId, { tokenHash }) {
        if (isActive || accountId !== MARIA.accountId) return Promise.resolve(undefined)
        invitedWith = tokenHash
        return Promise.resolve(MARIA)
      },
      activate: ({ partnerId, tokenHash }, passwordHash) =>
        Promise.resolve(partnerId === 'p1' && tokenHash === invitedWith && passwordHash === 'hash' ? MARIA : undefined),
    },
  })
  const passwords = {
    hash(password: string) {
      hashed.push(password)
      return Promise.resolve('hash')
    },
    verify: () => Promise.reject(new Error('not called')),
  }
  return { ...dependencies, passwords, hashed }
}

it('activateTestAdministrator activates with the link of a new invitation and another password each time', async () => {
  const dependencies = storesWith({ isActive: false })
  await activateTestAdministrator(dependencies, INPUT)
  await activateTestAdministrator(dependencies, INPUT)
  const entry = { ...INPUT, action: 'administrator.activated', subjectId: 'a1' }
  expect(dependencies.recorded).toEqual([entry, entry])
  expect(new Set(dependencies.hashed).size).toBe(2)
})

it('activateTestAdministrator records nothing if the administrator is active', async () => {
  const dependencies = storesWith({ isActive: true })
  await activateTestAdministrator(dependencies, INPUT)
  expect(dependencies.recorded).toEqual([])
})
