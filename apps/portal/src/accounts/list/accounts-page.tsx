import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Button,
  ButtonLink,
  FailureNotice,
  Notice,
  Page,
  Plus,
  Search,
  TableSkeleton,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTRPC } from '../../service/trpc.ts'
import { useMe } from '../../permissions/me.ts'
import { AccountTable } from './account-table.tsx'
import { accountsMessages } from '../accounts-messages.ts'
import {
  type Criteria,
  filtersOf,
  isFiltered,
  type ListState,
  readCriteria,
  toListState,
  toQueryString,
} from './criteria.ts'
import { ExportButtons } from './export-buttons.tsx'
import { Filters } from './filters.tsx'
import { listMessages } from './list-messages.ts'
import { NoAccounts, NothingFound, PastTheEnd } from './no-accounts.tsx'
import { Pager } from './pager.tsx'
import { SearchForm } from './search-form.tsx'
import type { Outputs } from '../../service/clients.ts'

/** Returns the criteria, and a function that changes them. */
function useCriteria(): [Criteria, (criteria: Criteria, options?: { replace: boolean }) => void] {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: ListState | null }
  return [
    readCriteria(address, state?.searchText ?? ''),
    (criteria, options) => void navigate(toQueryString(criteria), { ...options, state: toListState(criteria) }),
  ]
}

/** A no-break space, which reserves the line until the total arrives. */
const TOTAL_PLACEHOLDER = '\u00a0'

export function AccountsPage() {
  const t = useMessages(accountsMessages)
  const { tools } = useMessages(listMessages)
  const { mayCreate } = useMe()
  const [isSearching, setSearching] = useState(false)
  const [criteria, change] = useCriteria()
  const { order, page } = criteria
  const list = useQuery(
    useTRPC().accounts.search.queryOptions(
      { ...filtersOf(criteria), order, page },
      { placeholderData: keepPreviousData },
    ),
  )
  const hasNone = list.data?.total === 0 && !isFiltered(criteria)
  const total = list.data ? <Total found={list.data} criteria={criteria} /> : TOTAL_PLACEHOLDER
  return (
    <Page
      title={t.title}
      lead={!hasNone && total}
      actions={
        mayCreate &&
        !hasNone && (
          <ButtonLink variant="primary" to="/portal/accounts/new">
            <Plus size={17} aria-hidden /> {t.create}
          </ButtonLink>
        )
      }
    >
      {!hasNone && (
        <div className={`stack list-tools ${isSearching ? 'list-tools-open' : ''}`}>
          <Button aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
            <Search size={16} aria-hidden /> {tools}
          </Button>
          <SearchForm
            query={criteria.query}
            onSearch={(query, { isTyping }) => {
              change({ ...criteria, query, page: 1 }, { replace: isTyping })
              if (!isTyping) setSearching(false)
            }}
          />
          <Filters criteria={criteria} onChange={change} />
        </div>
      )}
      {list.isError && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.data && <SearchNotes found={list.data} criteria={criteria} onChange={change} />}
      <div className="card" aria-busy={list.isFetching}>
        {list.isPending && <TableSkeleton loading={t.loading} />}
        {list.data && <AccountList found={list.data} criteria={criteria} />}
      </div>
      {list.data && <Pager criteria={criteria} total={list.data.total} pageSize={list.data.pageSize} />}
      {/* An export does not correct the words of a search. */}
      {list.data && list.data.total > 0 && !list.data.isSimilar && <ExportButtons criteria={criteria} />}
    </Page>
  )
}

type Found = Outputs['accounts']['search']

function Total({ found: { total, isTotalExact: isExact }, criteria }: { found: Found; criteria: Criteria }) {
  const t = useMessages(accountsMessages)
  const listTexts = useMessages(listMessages)
  const count = useFormats().number(total)
  return isFiltered(criteria) ? listTexts.found(count, total === 1, !isExact) : t.total(count, total === 1)
}

interface SearchNotesProps {
  found: Found
  criteria: Criteria
  onChange: (criteria: Criteria) => void
}

/** Explains which accounts a search has found, and lets the user clear the search. */
function SearchNotes({ found, criteria, onChange }: SearchNotesProps) {
  const t = useMessages(listMessages)
  if (!isFiltered(criteria)) return null
  return (
    <>
      {found.isSimilar && <Notice tone="caution">{t.similar}</Notice>}
      {!found.isTotalExact && <Notice tone="caution">{t.more}</Notice>}
      <div>
        <Button
          small
          variant="quiet"
          onClick={() => onChange({ ...readCriteria(new URLSearchParams(), ''), order: criteria.order })}
        >
          {t.clear}
        </Button>
      </div>
    </>
  )
}

function AccountList({ found, criteria }: { found: Found; criteria: Criteria }) {
  if (found.items.length > 0) return <AccountTable accounts={found.items} criteria={criteria} />
  if (found.total > 0) return <PastTheEnd criteria={criteria} />
  return isFiltered(criteria) ? <NothingFound /> : <NoAccounts />
}
