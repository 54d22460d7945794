import { eventPageHref, FIELD_ERRORS, LIMITS } from '@partner-accounts/rules'
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
  /** Number of the event among the partner's, from 1. */
  position: number
  at: number
  event: NewEvent
}

export interface EventListFilter {
  /** An id, or `latest`. */
  after: string | undefined
  types: readonly string[] | undefined
  accountId: string | undefined
}

/** The id that stands for the position before the first event. */
const FEED_BEGINNING = '0'.repeat(24)
const MAX_AGE_MS = LIMITS.eventDays * 86_400_000

export class EventsInMemory {
  readonly #events: StoredEvent[] = []
  readonly #values: MadeUpValues

  constructor(values: MadeUpValues) {
    this.#values = values
  }

  add(partner: string, at: number, event: NewEvent): StoredEvent {
    const position = this.#events.filter((stored) => stored.partner === partner).length + 1
    const stored = { id: this.#values.id(at), partner, position, at, event }
    this.#events.push(stored)
    return stored
  }

  /** @throws Rejection for an unknown `after`, and if the first event after it has expired */
  page(
    partner: string,
    { after: given, types, accountId, size, now }: EventListFilter & { size: number; now: number },
    present: (event: StoredEvent) => PartnerAccountsEvent,
  ): EventPageBody {
    const own = this.#events.filter((event) => event.partner === partner)
    const newest = own.at(-1)?.id ?? FEED_BEGINNING
    const after = given === 'latest' ? newest : given
    const isExpired = (event: StoredEvent | undefined) => event !== undefined && event.at <= now - MAX_AGE_MS
    // Events are in order of time, so the expired ones come first.
    const start = after === undefined ? own.filter(isExpired).length : startAfter(own, after)
    if (isExpired(own[start])) throw new Rejection({ after: [FIELD_ERRORS.expired_events] })
    const listed = own.slice(start).filter(({ event: { type, data } }) => {
      const isOfAccount = accountId === undefined || ('account_id' in data && data.account_id === accountId)
      return isOfAccount && (types === undefined || types.includes(type))
    })
    const items = listed.slice(0, size)
    const position = items.at(-1)?.id ?? newest
    const next = { href: eventPageHref(position, size, { types, accountId }), title: 'next page' }
    return {
      _items: items.map(present),
      _links: { parent: { href: '/', title: 'home' }, ...(listed.length > size && { next }) },
      _meta: { max_results: size, after: position },
    }
  }
}

/**
 * Returns the index behind the event `after`, which may be the length of the list.
 *
 * @throws Rejection if `after` is unknown
 */
function startAfter(events: readonly StoredEvent[], after: string): number {
  if (after === FEED_BEGINNING) return 0
  const index = events.findIndex(({ id }) => id === after)
  if (index === -1) throw new Rejection({ after: [FIELD_ERRORS.unknown_event] })
  return index + 1
}

/** @param accountOf returns the account as it is now */
export function presentEvent(
  { id, position, at, event: { type, data } }: StoredEvent,
  accountOf: (id: string) => object,
): PartnerAccountsEvent {
  const account = 'account_id' in data && { account: accountOf(data.account_id) }
  return { id, type, position, timestamp: formatTime(at), data: { ...data, ...account } } as PartnerAccountsEvent
}
