import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { failureOf } from '@partner-accounts/ui/failure'
import { useTRPC } from '../service/trpc.ts'
import { FailedPage, Page, useMessages } from '@partner-accounts/ui'
import { AccountFacts, AccountHistory } from './account-facts.tsx'
import { useMe } from '../permissions/me.ts'
import { TestAccount } from './test-account.tsx'
import { accountMessages } from './accounts-messages.ts'
import type { ListState } from './list/criteria.ts'
import { NextStep } from './next-step.tsx'
import { RevealToken } from './reveal-token.tsx'

/** Statuses of responses to unknown ids, and to texts that are not ids. */
const MISSING_STATUSES = [404, 422]

export function AccountPage() {
  const t = useMessages(accountMessages)
  const { id = '' } = useParams()
  const { me, mayCreate } = useMe()
  const account = useQuery(useTRPC().accounts.getDetails.queryOptions({ id }))
  // The list that the user came from.
  const { state } = useLocation() as { state: (ListState & { queryString?: string }) | null }
  const back = {
    to: `/portal/accounts${state?.queryString ?? ''}`,
    state: { searchText: state?.searchText } satisfies ListState,
    label: t.back,
  }
  if (account.isError) {
    if (!MISSING_STATUSES.includes(failureOf(account.error).status)) {
      return <FailedPage error={account.error} retry={() => void account.refetch()} back={back} />
    }
    return <Page title={t.notFoundTitle} lead={t.notFound} back={back} />
  }
  const name = account.data && (account.data.employer.name || t.erased)
  return (
    <Page title={name ?? t.loading} back={back}>
      {account.data ? (
        <div className="columns">
          <div className="stack-wide">
            <NextStep account={account.data} />
            <AccountFacts account={account.data} />
          </div>
          <div className="stack-wide">
            {me.partner.mode === 'test' && mayCreate && <TestAccount account={account.data} />}
            {account.data.erasedAt === null && <RevealToken key={id} accountId={account.data.id} />}
            <AccountHistory history={account.data.history} />
          </div>
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const Loading = () => (
  <div className="card card-padded stack" aria-busy="true">
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton" />
  </div>
)
