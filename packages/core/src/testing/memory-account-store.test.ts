import { createIdGenerator } from '../ids/id-generator.ts'
import { accountStoreContract } from './account-store.contract.ts'
import { MemoryAccountStore } from './memory-account-store.ts'
import { memoryTransact } from './memory-unit-of-work.ts'

const newId = createIdGenerator()

accountStoreContract('MemoryAccountStore', () => {
  const accounts = new MemoryAccountStore()
  return Promise.resolve({
    accounts,
    transact: memoryTransact(accounts),
    addPartner(coupon) {
      const partnerId = newId()
      if (coupon) accounts.setCoupon(partnerId, { id: newId(), ...coupon })
      return Promise.resolve(partnerId)
    },
    trailOf: (accountId) => Promise.resolve(accounts.recorded.filter((entry) => entry.accountId === accountId)),
    percentOff: (id) => Promise.resolve(accounts.stored(id)?.subscriptions[0]?.percentOff),
  })
})
