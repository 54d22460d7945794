import { AccountsInMemory } from './accounts-in-memory.ts'
import { PlannedFailures } from './failures.ts'
import { IdempotentCreations } from './idempotent-creations.ts'
import { MadeUpValues } from './made-up-values.ts'
import { PartnerTokens } from './partner-tokens.ts'
import { PortalUsers } from './portal-users.ts'
import type { ReceivedRequest } from './received-requests.ts'
import { type RateLimit, SlidingWindow } from './sliding-window.ts'

export interface StateOptions {
  baseUrl: string
  now: () => number
  rateLimit: RateLimit
  tokenLifetimeSeconds: number
}

export class ServiceState {
  readonly baseUrl: string
  readonly now: () => number
  readonly values = new MadeUpValues()
  readonly failures = new PlannedFailures()
  readonly received: ReceivedRequest[] = []
  readonly suspended = new Set<string>()
  readonly accounts: AccountsInMemory
  readonly creations: IdempotentCreations
  readonly users: PortalUsers
  readonly tokens: PartnerTokens
  readonly window: SlidingWindow

  constructor({ baseUrl, now, rateLimit, tokenLifetimeSeconds }: StateOptions) {
    this.baseUrl = baseUrl
    this.now = now
    this.accounts = new AccountsInMemory(this.values)
    this.creations = new IdempotentCreations(now)
    this.users = new PortalUsers(now)
    this.tokens = new PartnerTokens(this.values, now, tokenLifetimeSeconds)
    this.window = new SlidingWindow(rateLimit, now)
  }
}
