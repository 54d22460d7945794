export { type AccountActivation, accountStoreContract, type AccountStoreFixture } from './account-store.contract.ts'
export { mailDeliveriesContract, type MailDeliveriesFixture } from './mail-deliveries.contract.ts'
export { partnerStoresContract, type PartnerStoresFixture } from './partner-stores.contract.ts'
export { sampleCreateAccountRequest } from './sample-requests.ts'
