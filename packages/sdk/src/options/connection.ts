import type { Log } from '../runtime/log.ts'
import type { PartnerAccountsOptions } from './client-options.ts'

/** Written when responses arrive. Shared by derived clients. */
export interface ConnectionState {
  /** Whether any connection to the service was established. */
  isEstablished?: boolean
  /** Time of the last response other than 429. */
  acceptedAt?: number
}

export interface Connection {
  readonly baseUrl: string
  readonly options: PartnerAccountsOptions
  readonly log: Log
  readonly state: ConnectionState
}
