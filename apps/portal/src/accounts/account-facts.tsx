import { CORRECTABLE_FIELDS, EMPLOYER_FIELDS } from '@partner-accounts/rules'
import { Fact, Facts, Figure, RelativeTime, useFormats, useLocale, useMessages } from '@partner-accounts/ui'
import { internationalPhone, maskCep, maskPhone, taxIdOf } from '@partner-accounts/ui/masks'
import { accountMessages } from './accounts-messages.ts'
import { listMessages } from './list/list-messages.ts'
import { ResendButton } from './resend-button.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import type { Outputs } from '../service/clients.ts'

export type ShownAccount = Outputs['accounts']['getDetails']

export function AccountFacts({ account }: { account: ShownAccount }) {
  const t = useMessages(accountMessages)
  const formats = useFormats()
  const { employer, administrator, subscription, unit } = account
  const locale = useLocale()
  const { tokenStatuses } = useMessages(listMessages)
  const isErased = account.erasedAt !== null
  return (
    <>
      <dl className="card figures">
        <Figure label={t.active} value={formats.number(account.activeEmployees)} />
        <Figure label={t.contracted} value={formats.number(subscription.employees)} />
        <Figure label={t.faces} value={formats.number(subscription.faceIds)} />
      </dl>
      <Facts title={t.subscription}>
        <Fact label={t.status} value={<SubscriptionBadge status={subscription.status} />} />
        <Fact
          label={t.discount}
          value={subscription.percentOff ? t.percent(subscription.percentOff, subscription.coupon ?? '') : t.noDiscount}
        />
        <Fact
          label={t.token}
          value={
            <span className={`badge ${account.apiTokenStatus === 'active' ? 'badge-good' : 'badge-alert'}`}>
              {tokenStatuses[account.apiTokenStatus]}
            </span>
          }
        />
      </Facts>
      {!isErased && (
        <Facts title={t.administrator}>
          <Fact label={t.fullName} value={administrator.fullName} />
          <Fact label={t.email} value={<MailLink email={administrator.email} />} />
          <Fact label={t.phone} value={<PhoneLinks phone={administrator.mobilePhone} />} />
          <Fact
            label={t.access}
            value={
              <>
                {t.administratorStatuses[account.administratorStatus]}
                {subscription.status === 'active' && account.administratorStatus !== 'activated' && (
                  <ResendButton accountId={account.id} />
                )}
              </>
            }
          />
        </Facts>
      )}
      <Facts title={t.details}>
        {!isErased && (
          <>
            <Fact label={employer.cnpj === null ? t.cpf : t.cnpj} value={taxIdOf(employer)} />
            {EMPLOYER_FIELDS.map((name) => (
              <Fact
                key={name}
                label={CORRECTABLE_FIELDS.employer[name].label[locale]}
                value={employer[name] ?? t.none}
              />
            ))}
            <Fact label={t.address} value={<PostalAddress address={unit.address} />} />
          </>
        )}
        <Fact label={t.created} value={formats.dateTime(account.createdAt)} />
        <Fact label={t.id} value={<span className="mono">{account.id}</span>} />
      </Facts>
    </>
  )
}

const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
)

function PhoneLinks({ phone }: { phone: string }) {
  const number = internationalPhone(phone)
  return (
    <>
      <a href={`tel:+${number}`}>{maskPhone(phone)}</a>
      {' · '}
      <a href={`https://wa.me/${number}`} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
    </>
  )
}

function PostalAddress({ address }: { address: ShownAccount['unit']['address'] }) {
  const { streetName: street, streetNumber: number, complement, neighborhood, city, state, cep } = address
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

export function AccountHistory({ history }: Pick<ShownAccount, 'history'>) {
  const t = useMessages(accountMessages)
  return (
    <section className="card card-padded stack" aria-labelledby="history">
      <h2 id="history">{t.history}</h2>
      <ol className="timeline">
        {history.map(({ at, action, actor, name }, index) => (
          <li key={index}>
            <div>{t.actions[action]}</div>
            <div className="small muted">
              {/* The name of an erased user is empty. */}
              <RelativeTime timestamp={at} /> · {name === '' ? t.erased : (name ?? t.actors[actor])}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
