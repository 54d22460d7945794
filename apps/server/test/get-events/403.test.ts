import { forbiddenContract } from '../forbidden.contract.ts'

forbiddenContract('GET', '/events', { insufficient: 'accounts:create' })
