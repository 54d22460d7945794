import { type FoundRecords, useMessages } from '@partner-accounts/ui'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { listMessages } from '../accounts/list/list-messages.ts'
import { useMe } from '../permissions/me.ts'
import { useTRPC } from '../service/trpc.ts'
import { shellMessages } from './shell-messages.ts'

/** Shorter texts are not searched, because each search counts towards the rate limit. */
const MIN_SEARCHED_LENGTH = 3
const MAX_SHOWN_ACCOUNTS = 8

/** Searches accounts for the palette. Finds nothing for short texts, and for users who may not read accounts. */
export function useFoundAccounts(text: string): FoundRecords {
  const { accounts: label } = useMessages(shellMessages)
  const { statuses } = useMessages(listMessages)
  const { mayRead } = useMe()
  const navigate = useNavigate()
  const isSearched = mayRead && text.length >= MIN_SEARCHED_LENGTH
  const { data, isPlaceholderData, isFetching, error } = useQuery(
    useTRPC().accounts.search.queryOptions({ query: text }, { enabled: isSearched, placeholderData: keepPreviousData }),
  )
  const state = { isOutdated: isPlaceholderData, isFetching, error }
  if (!data || !isSearched) return { groups: [], ...state }
  const items = data.items.slice(0, MAX_SHOWN_ACCOUNTS).map((account) => ({
    key: account.id,
    label: account.name,
    detail: `${taxIdOf(account)} · ${account.administrator.email} · ${statuses[account.subscriptionStatus]}`,
    run: () => void navigate(`/portal/accounts/${account.id}`),
  }))
  return { groups: [{ label, items }], ...state }
}
