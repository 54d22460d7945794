import type { Log } from '../runtime/log.ts'
import type { PartnerAccountsOptions } from './client-options.ts'

export interface Connection {
  baseUrl: string
  options: PartnerAccountsOptions
  log: Log
  /** Shared by derived clients. */
  state: {
    isEstablished?: boolean
    /** Time of the last response other than 429. */
    acceptedAt?: number
  }
}
