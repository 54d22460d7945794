export { accountStoreContract } from './account-store.contract.ts'
