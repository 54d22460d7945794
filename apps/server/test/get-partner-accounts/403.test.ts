import { forbiddenContract } from '../forbidden.contract.ts'

forbiddenContract('GET', '/partner-accounts', { insufficient: 'accounts:create' })
