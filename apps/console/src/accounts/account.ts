import type { Outputs } from '../service/client.ts'

export type Account = Outputs['accounts']['get']
