import { unauthenticatedContract } from '../unauthenticated.contract.ts'

unauthenticatedContract('POST', '/partner-accounts')
