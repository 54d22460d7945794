import { createIdGenerator, type SealingKeys } from '@partner-accounts/core'
import { newSealingKeys } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { createSecondFactorStore } from '../src/second-factors/second-factor-store.ts'
import { databasesOfThisFile } from './opened-databases.ts'

const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()
const keyOf = (kid: string) => ({ ...newSealingKeys()[0], kid })

it('a second factor is sealed by the first key once it is read, and without its key only recovery codes work', async () => {
  const { prisma, stores } = await openMigrated({ directory: undefined })
  const user = { id: newId(), partnerId: newId() }
  await stores.partners.add({ id: user.partnerId, name: 'Revenda', couponId: null })
  const person = {
    kind: 'person',
    email: 'ana@revenda.example',
    name: 'Ana',
    status: 'active',
    permissions: [],
  } as const
  await stores.portalUsers.add({ ...user, ...person, passwordHash: 'hash', activation: null })

  const first = keyOf('s1')
  const second = keyOf('s2')
  const storeWith = (...keys: SealingKeys) => createSecondFactorStore(prisma, keys)
  await storeWith(first).begin(user, 'secret')
  expect(await storeWith(first).activate(user, 1, ['one', 'two'])).toBe(true)
  // A second confirmation must not replace the recovery codes that the first one showed.
  expect(await storeWith(first).activate(user, 1, ['three'])).toBe(false)
  expect(await storeWith(second).find(user)).toMatchObject({ secret: undefined, isActive: true })
  expect(await storeWith(second).useRecoveryCode(user, 'one')).toBe(true)
  expect(await storeWith(second, first).find(user)).toMatchObject({ secret: 'secret' })
  expect(await storeWith(second).find(user)).toEqual({ secret: 'secret', isActive: true, recoveryHashes: ['two'] })
})
