import type { Outputs } from '../service/client.ts'

/** An account with all its records. */
export type Account = Outputs['accounts']['show']
