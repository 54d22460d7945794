import { Fact, Facts, Figure, Page, StatusBadge, useFormats, useLocale, useMessages } from '@partner-accounts/ui'
import { taxIdOf, maskCep, maskPhone } from '@partner-accounts/ui/masks'
import { CORRECTABLE_FIELDS, EMPLOYER_FIELDS } from '@partner-accounts/rules'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { History } from '../audit/audit-entries.tsx'
import { MailList } from '../mails/mail-list.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PartnerName } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import type { Account } from './account.ts'
import { AccountActions } from './account-actions.tsx'
import { accountMessages } from './account-messages.ts'
import { TokenSection } from './token-section.tsx'

const SHORT_LIMIT = 10

export function AccountPage() {
  const { id = '' } = useParams()
  const query = useQuery(useTRPC().internal.accounts.get.queryOptions({ id }))
  return <Loaded query={query}>{(account) => <ShownAccount account={account} />}</Loaded>
}

function ShownAccount({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const recordTexts = useMessages(recordMessages)
  const formats = useFormats()
  const { id, partnerId, subscription, employer } = account
  return (
    <Page
      title={employer.name || recordTexts.erased}
      lead={taxIdOf(employer) || undefined}
      back={{ to: `${HOME}/accounts`, label: t.title }}
      actions={account.erasedAt === null && <AccountActions account={account} />}
    >
      <dl className="card figures">
        <Figure label={t.activeEmployees} value={formats.number(account.activeEmployees)} />
        <Figure label={t.employees} value={formats.number(subscription.employees)} />
        <Figure label={t.faces} value={formats.number(subscription.faceIds)} />
      </dl>
      <Facts title={t.subscription}>
        <Fact
          label={recordTexts.status}
          value={<StatusBadge status={subscription.status} texts={recordTexts.subscriptionStatuses} />}
        />
        <Fact
          label={recordTexts.partner}
          value={
            <Link to={pathOf.partner(partnerId)}>
              <PartnerName id={partnerId} />
            </Link>
          }
        />
        <Fact
          label={t.discount}
          value={subscription.percentOff ? t.percent(subscription.percentOff, subscription.coupon ?? '') : t.noDiscount}
        />
        <Fact label={recordTexts.created} value={formats.dateTime(account.createdAt)} />
        <IdFact id={id} />
      </Facts>
      {account.erasedAt === null && <ErasableSections account={account} />}
      <History filter={{ accountId: id }} />
    </Page>
  )
}

function ErasableSections({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const recordTexts = useMessages(recordMessages)
  const locale = useLocale()
  const { id, administrator, employer } = account
  return (
    <>
      <Facts title={t.administrator}>
        <Fact isWide label={t.fullName} value={administrator.fullName} />
        <Fact isWide label={t.email} value={administrator.email} />
        <Fact label={t.phone} value={maskPhone(administrator.mobilePhone)} />
        <Fact label={t.access} value={t.accesses[account.administratorStatus]} />
      </Facts>
      <Section title={t.mails}>
        <MailList filter={{ accountId: id, limit: SHORT_LIMIT }} />
      </Section>
      <NotesSection subject={{ accountId: id }} />
      <Facts title={t.employer}>
        <Fact isWide label={t.taxId} value={taxIdOf(employer)} />
        {EMPLOYER_FIELDS.map((name) => (
          <Fact
            key={name}
            isWide
            label={CORRECTABLE_FIELDS.employer[name].label[locale]}
            value={employer[name] ?? recordTexts.none}
          />
        ))}
        <Fact isWide label={t.address} value={<PostalAddress address={account.unit.address} />} />
      </Facts>
      <TokenSection account={account} />
    </>
  )
}

const PostalAddress = ({ address }: { address: Account['unit']['address'] }) =>
  [
    `${address.streetName}, ${address.streetNumber}`,
    ...(address.complement === null ? [] : [address.complement]),
    address.neighborhood,
    `${address.city} – ${address.state}`,
    maskCep(address.cep),
  ].join(', ')
