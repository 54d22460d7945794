import { forbiddenContract } from '../forbidden.contract.ts'

forbiddenContract('GET', '/partner-accounts/65f04c1e9b2d3a7f80c1e5a2', { insufficient: 'accounts:create' })
