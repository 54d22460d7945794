import type { Log } from '../runtime/log.ts'
import type { PartnerAccountsOptions } from './client-options.ts'

/** What responses have shown so far. Derived clients share it. */
export interface ConnectionState {
  /** Whether any connection to the service was established. */
  isEstablished?: boolean
  /** Time of the last response other than a 429, by the monotonic clock. */
  acceptedAt?: number
}

export interface Connection {
  readonly baseUrl: string
  readonly options: PartnerAccountsOptions
  readonly log: Log
  readonly state: ConnectionState
}
