import type { AppRouter } from '@partner-accounts/api'
import type { inferProcedureOutput } from '@trpc/server'
import { Fact, Facts, Figure, useFormats, useWords } from '@partner-accounts/ui'
import { documentOf, maskCep, maskPhone } from '@partner-accounts/ui/masks'
import { accountWords } from './accounts-words.ts'
import { listWords } from './list/list-words.ts'
import { ResendButton } from './resend-button.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'

export type ShownAccount = inferProcedureOutput<AppRouter['accounts']['show']>

/** Everything that was typed at the creation of an account, and its status. */
export function AccountFacts({ account }: { account: ShownAccount }) {
  const t = useWords(accountWords)
  const formats = useFormats()
  const { employer, administrator, subscription, unit } = account
  const tokens = useWords(listWords).tokenStatuses
  return (
    <>
      <dl className="card figures">
        <Figure label={t.active} value={formats.number(account.active_employees)} />
        <Figure label={t.contracted} value={formats.number(subscription.employees)} />
        <Figure label={t.faces} value={formats.number(subscription.face_ids)} />
      </dl>
      <Facts title={t.subscription}>
        <Fact label={t.status} value={<SubscriptionBadge status={subscription.status} />} />
        <Fact
          label={t.discount}
          value={
            subscription.percent_off ? t.percent(subscription.percent_off, subscription.coupon ?? '') : t.noDiscount
          }
        />
        <Fact
          label={t.token}
          value={
            <span className={`badge ${account.api_token_status === 'active' ? 'badge-good' : 'badge-alert'}`}>
              {tokens[account.api_token_status]}
            </span>
          }
        />
      </Facts>
      <Facts title={t.administrator}>
        <Fact label={t.fullName} value={administrator.full_name} />
        <Fact label={t.email} value={administrator.email} />
        <Fact label={t.phone} value={maskPhone(administrator.mobile_phone)} />
        <Fact
          label={t.access}
          value={
            <>
              {t.administratorStatuses[administrator.status]}
              {subscription.status === 'active' && administrator.status !== 'activated' && (
                <ResendButton accountId={account.id} />
              )}
            </>
          }
        />
      </Facts>
      <Facts title={t.details}>
        <Fact label={t.name} value={employer.name} />
        <Fact label={t.tradeName} value={employer.trade_name} />
        <Fact label={employer.cnpj === null ? t.cpf : t.cnpj} value={documentOf(employer)} />
        <Fact label={t.financialEmail} value={employer.financial_email ?? t.none} />
        <Fact label={t.address} value={<PostalAddress address={unit.address} />} />
        <Fact label={t.created} value={formats.dateTime(account.created)} />
        <Fact label={t.id} value={<span className="mono">{account.id}</span>} />
      </Facts>
    </>
  )
}

function PostalAddress({ address }: { address: ShownAccount['unit']['address'] }) {
  const { street_name: street, street_number: number, complement, neighborhood, city, state, cep } = address
  return (
    <>
      {`${street}, ${number}${complement === null ? '' : `, ${complement}`}`}
      <br />
      {`${neighborhood}, ${city} – ${state}`}
      <br />
      {`CEP ${maskCep(cep)}`}
    </>
  )
}
