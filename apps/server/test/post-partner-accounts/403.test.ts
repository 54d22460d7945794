import { forbiddenContract } from '../forbidden.contract.ts'

forbiddenContract('POST', '/partner-accounts', { insufficient: 'accounts:read' })
