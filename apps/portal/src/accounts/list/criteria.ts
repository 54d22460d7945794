import type { RouterInputs } from '@partner-accounts/client'
import { dayOf, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import type { Outputs } from '../../service/clients.ts'

type SearchInput = RouterInputs['accounts']['search']
export type FoundAccount = Outputs['accounts']['search']['items'][number]

const STATUSES = ['pending', 'active', 'canceled'] as const
const ADMINISTRATOR_STATUSES = ['invited', 'activated'] as const
const ORDERS = ['newest', 'oldest', 'name'] as const

/** Criteria of the list. The address contains all except `query`, so links and the back button restore them. */
export interface Criteria {
  /** May be a tax ID or an e-mail, so it is kept out of the address, which is logged. */
  query: string
  status: (typeof STATUSES)[number] | undefined
  administrator: (typeof ADMINISTRATOR_STATUSES)[number] | undefined
  /** `YYYY-MM-DD`, inclusive, in the user's time zone. */
  from: string
  to: string
  order: (typeof ORDERS)[number]
  page: number
}

const oneOf = <T extends string>(options: readonly T[], text: string | null) =>
  options.find((option) => option === text)

/** Returns the criteria of an address and a query. Ignores unknown values of the address. */
export function readCriteria(address: URLSearchParams, query: string): Criteria {
  const page = Number(address.get('page') ?? 1)
  return {
    query,
    status: oneOf(STATUSES, address.get('status')),
    administrator: oneOf(ADMINISTRATOR_STATUSES, address.get('administrator')),
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
    order: oneOf(ORDERS, address.get('order')) ?? 'newest',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

export function toQueryString({ status, administrator, from, to, order, page }: Criteria): string {
  const address = new URLSearchParams({
    ...(status && { status }),
    ...(administrator && { administrator }),
    ...(from && { from }),
    ...(to && { to }),
    ...(order !== 'newest' && { order }),
    ...(page > 1 && { page: String(page) }),
  })
  return `?${address.toString()}`
}

/** The history state of the list's page. Keeps the searched text, which may be personal data, out of the address. */
export interface ListState {
  searchText?: string | undefined
}

export const toListState = ({ query }: Pick<Criteria, 'query'>): ListState => ({ searchText: query })

export const isFiltered = ({ query, status, administrator, from, to }: Criteria): boolean =>
  query.trim() !== '' || status !== undefined || administrator !== undefined || from !== '' || to !== ''

export const filtersOf = ({ query, status, administrator, from, to }: Criteria) =>
  ({
    ...(query.trim() !== '' && { query: query.trim() }),
    ...(status && { subscriptionStatuses: [status] }),
    ...(administrator && { administratorStatus: administrator }),
    ...(from !== '' && { createdFrom: startOfDay(from) }),
    ...(to !== '' && { createdBefore: startOfNextDay(to) }),
  }) satisfies SearchInput
