import { unauthenticatedContract } from '../unauthenticated.contract.ts'

unauthenticatedContract('GET', '/partner-accounts/65f04c1e9b2d3a7f80c1e5a2')
