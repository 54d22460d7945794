import { createAccount, createIdGenerator, createSubscription } from '@partner-accounts/core'
import { newSealingKeys, sampleCreateAccountRequest } from '@partner-accounts/core/testing'
import { expect, it } from 'vitest'
import { databasesOfThisFile } from './opened-databases.ts'
import { addPartner } from './store-contracts.ts'

const { openMigrated } = databasesOfThisFile()
const newId = createIdGenerator()
const HOUR_MS = 3_600_000

it('the subscription of an account is the one created last, even if the clock of its instance is an hour behind', async () => {
  const database = await openMigrated({ directory: undefined })
  const { stores, transact } = database
  const creation = {
    creator: { userId: newId(), partnerId: await addPartner(database) },
    request: sampleCreateAccountRequest(),
  }
  const settings = {
    sealingKeys: newSealingKeys(),
    subscriptionActivation: 'manual',
    subscriptionNotices: false,
  } as const
  const { id: accountId } = await createAccount({ stores, newId, ...settings }, creation)
  await stores.subscriptions.cancel((await stores.subscriptions.find(accountId))!.id)

  const behind = createIdGenerator(() => Date.now() - HOUR_MS)
  const contract = { employees: 5, faceIds: 0, coupon: undefined }
  const actor = { kind: 'internal', name: 'ops' } as const
  const { id } = await createSubscription({ transact, newId: behind, ...settings }, { actor, accountId, ...contract })

  expect(await stores.subscriptions.find(accountId)).toMatchObject({ id, status: 'pending' })
  expect(await stores.accountDirectory.overview(accountId)).toMatchObject({ subscription: { id } })
  const { items } = await stores.records.accounts({}, { limit: 1 })
  expect(items).toMatchObject([{ id: accountId, subscriptionStatus: 'pending', subscriptionEmployees: 5 }])
})
