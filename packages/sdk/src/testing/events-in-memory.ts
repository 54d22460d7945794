import { FIELD_ERRORS, LIMITS } from '@partner-accounts/rules'
import type { EventPageBody, PartnerAccountsEvent } from '../wire/models.ts'
import { formatTime } from './accounts-in-memory.ts'
import type { MadeUpValues } from './made-up-values.ts'
import { Rejection } from './rejection.ts'

type WithoutAccount<E extends PartnerAccountsEvent> = E extends { type: 'webhook.test' }
  ? never
  : E extends unknown
    ? { type: E['type']; data: Omit<E['data'], 'account'> }
    : never

/** An event of an account or a portal user. The fake service adds `id`, `timestamp` and `data.account`. */
export type NewEvent = WithoutAccount<PartnerAccountsEvent>

export interface StoredEvent {
  id: string
  partner: string
  at: number
  event: NewEvent
}

const MAX_AGE_MS = LIMITS.eventDays * 86_400_000

export class EventsInMemory {
  readonly #events: StoredEvent[] = []
  readonly #values: MadeUpValues

  constructor(values: MadeUpValues) {
    this.#values = values
  }

  add(partner: string, at: number, event: NewEvent): StoredEvent {
    const stored = { id: this.#values.id(at), partner, at, event }
    this.#events.push(stored)
    return stored
  }

  /** @throws Rejection for an unknown `after` */
  page(
    partner: string,
    { after, size, now }: { after: string | undefined; size: number; now: number },
    present: (event: StoredEvent) => PartnerAccountsEvent,
  ): EventPageBody {
    const own = this.#events.filter((event) => event.partner === partner && event.at > now - MAX_AGE_MS)
    const start = after === undefined ? 0 : own.findIndex(({ id }) => id === after) + 1
    if (after !== undefined && start === 0) throw new Rejection({ after: [FIELD_ERRORS.unknown_event] })
    const items = own.slice(start, start + size)
    const next = { href: `events?after=${items.at(-1)?.id}&max_results=${size}`, title: 'next page' }
    return {
      _items: items.map(present),
      _links: { parent: { href: '/', title: 'home' }, ...(own.length > start + size && { next }) },
      _meta: { max_results: size },
    }
  }
}

/** @param accountOf returns the account as it is now */
export function presentEvent(
  { id, at, event: { type, data } }: StoredEvent,
  accountOf: (id: string) => object,
): PartnerAccountsEvent {
  const account = 'account_id' in data && { account: accountOf(data.account_id) }
  return { id, type, timestamp: formatTime(at), data: { ...data, ...account } } as PartnerAccountsEvent
}
