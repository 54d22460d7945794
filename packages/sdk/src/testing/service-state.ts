import type { CreateAccountBody, PartnerAccountsEvent } from '../wire/models.ts'
import { AccountsInMemory, type AccountState, type AddedAccount } from './accounts-in-memory.ts'
import { EventsInMemory, presentEvent, type StoredEvent } from './events-in-memory.ts'
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
  readonly events: EventsInMemory
  readonly creations: IdempotentCreations
  readonly users: PortalUsers
  readonly tokens: PartnerTokens
  readonly window: SlidingWindow

  constructor({ baseUrl, now, rateLimit, tokenLifetimeSeconds }: StateOptions) {
    this.baseUrl = baseUrl
    this.now = now
    this.accounts = new AccountsInMemory(this.values)
    this.events = new EventsInMemory(this.values)
    this.creations = new IdempotentCreations(now)
    this.users = new PortalUsers(now)
    this.tokens = new PartnerTokens(this.values, now, tokenLifetimeSeconds)
    this.window = new SlidingWindow(rateLimit, now)
  }

  /** @throws Rejection `administrator-email-taken` */
  createAccount(partner: string, body: CreateAccountBody, account: AccountState): AddedAccount {
    const created = this.accounts.create(partner, body, account)
    this.events.add(partner, account.createdAt, { type: 'account.created', data: { account_id: created._id } })
    return created
  }

  presentEvent(event: StoredEvent): PartnerAccountsEvent {
    return presentEvent(event, (id) => this.accounts.read(event.partner, id, null))
  }
}
