export { accountStoreContract, type AccountStoreFixture } from './account-store.contract.ts'
export { MemoryAccountStore } from './memory-account-store.ts'
export { sampleCreateAccountRequest } from './sample-requests.ts'
export { memoryTransact } from './memory-unit-of-work.ts'
