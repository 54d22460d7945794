import type { AppRouter } from '@partner-accounts/api'
import { useQuery } from '@tanstack/react-query'
import type { inferProcedureOutput } from '@trpc/server'
import { useLocation, useParams } from 'react-router'
import { CODES, failureOf } from '@partner-accounts/ui/failure'
import { useTRPC } from '../service/trpc.ts'
import { FailureNotice, Page, useFormats, useWords } from '@partner-accounts/ui'
import { accountWords } from './accounts-words.ts'
import { maskCnpj } from './masks.ts'
import { RevealToken } from './reveal-token.tsx'

type Account = inferProcedureOutput<AppRouter['accounts']['get']>

export function AccountPage() {
  const t = useWords(accountWords)
  const { id = '' } = useParams()
  const account = useQuery(useTRPC().accounts.get.queryOptions({ account_id: id }))
  // Back to the page of the list that led here.
  const { state } = useLocation() as { state: { list?: string } | null }
  const back = { to: `/portal/accounts${state?.list ?? ''}`, label: t.back }
  if (account.isError) {
    const missing = [CODES.accountNotFound, 113].includes(failureOf(account.error).code ?? 0)
    return (
      <Page title={missing ? t.notFoundTitle : t.loading} lead={missing && t.notFound} back={back}>
        {!missing && <FailureNotice error={account.error} retry={() => void account.refetch()} />}
      </Page>
    )
  }
  return (
    <Page title={account.data?.name ?? t.loading} back={back}>
      {account.data ? (
        <div className="columns">
          <div className="stack-wide">
            <AccountFacts account={account.data} />
          </div>
          <RevealToken key={id} accountId={account.data._id} />
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const t = useWords(accountWords)
  const formats = useFormats()
  return (
    <>
      <dl className="card figures">
        <Figure label={t.active} value={formats.number(account.active_employees)} />
        <Figure label={t.contracted} value={formats.number(account.subscription_employees)} />
        <Figure label={t.faces} value={formats.number(account.subscription_face_ids)} />
      </dl>
      <section className="card card-padded stack" aria-labelledby="details">
        <h2 id="details">{t.details}</h2>
        <dl className="facts">
          <Fact label={t.name} value={account.name ?? t.none} />
          <Fact label={t.cnpj} value={account.cnpj === null ? t.noCnpj : maskCnpj(account.cnpj)} />
          <Fact label={t.financialEmail} value={account.financial_email ?? t.none} />
          <Fact label={t.created} value={formats.dateTime(account._created)} />
          <Fact label={t.id} value={<span className="mono">{account._id}</span>} />
        </dl>
      </section>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const Loading = () => (
  <div className="card card-padded stack" aria-busy="true">
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton" />
  </div>
)
