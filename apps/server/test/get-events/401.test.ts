import { unauthenticatedContract } from '../unauthenticated.contract.ts'

unauthenticatedContract('GET', '/events')
