import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ButtonLink, FailureNotice, Page, Plus, useFormats, useWords } from '@partner-accounts/ui'
import { useSearchParams } from 'react-router'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../permissions/me.ts'
import { AccountLookup } from './account-lookup.tsx'
import { AccountTable, AccountTableSkeleton } from './account-table.tsx'
import { accountsWords } from './accounts-words.ts'
import { NoAccounts, PastTheEnd } from './no-accounts.tsx'
import { Pager } from './pager.tsx'

/** Reads the page number from the address, so that links and the back button work. */
const pageOf = (query: URLSearchParams) => {
  const page = Number(query.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

export function AccountsPage() {
  const t = useWords(accountsWords)
  const formats = useFormats()
  const { mayCreate } = useMe()
  const page = pageOf(useSearchParams()[0])
  const list = useQuery(useTRPC().accounts.list.queryOptions({ page }, { placeholderData: keepPreviousData }))
  const total = list.data?._meta.total
  return (
    <Page
      title={t.title}
      lead={total === undefined || total === 0 ? undefined : t.total(formats.number(total), total === 1)}
      actions={
        mayCreate &&
        total !== 0 && (
          <ButtonLink variant="primary" to="/portal/accounts/new">
            <Plus size={17} aria-hidden /> {t.create}
          </ButtonLink>
        )
      }
    >
      {total !== 0 && <AccountLookup />}
      {list.isError && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      <div className="card" aria-busy={list.isFetching}>
        {list.isPending && <AccountTableSkeleton />}
        {list.data && <AccountList page={page} data={list.data} />}
      </div>
      {list.data && <Pager page={page} meta={list.data._meta} />}
    </Page>
  )
}

type ListData = Parameters<typeof AccountTable>[0]['data']

function AccountList({ page, data }: { page: number; data: ListData }) {
  if (data._items.length > 0) return <AccountTable data={data} />
  return page > 1 && data._meta.total > 0 ? <PastTheEnd /> : <NoAccounts />
}
