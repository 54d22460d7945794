import { ButtonLink, Fact, Facts, Page, StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AccountList } from '../accounts/account-list.tsx'
import { History } from '../audit/audit-entries.tsx'
import { LimitUse } from '../limits/limit-use.tsx'
import { NotesSection } from '../notes/notes-section.tsx'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import type { Outputs } from '../service/client.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { InviteButton } from '../users/invite-button.tsx'
import { UserList } from '../users/user-list.tsx'
import { CreateWebhookButton } from '../webhooks/create-webhook-button.tsx'
import { WebhookList } from '../webhooks/webhook-list.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { partnerMessages } from './partner-messages.ts'

const SHORT_LIMIT = 10

export function PartnerPage() {
  const { id = '' } = useParams()
  const query = useQuery(useTRPC().internal.partners.get.queryOptions({ id }))
  return <Loaded query={query}>{(partner) => <ShownPartner partner={partner} />}</Loaded>
}

function ShownPartner({ partner }: { partner: Outputs['partners']['get'] }) {
  const t = useMessages(partnerMessages)
  const recordTexts = useMessages(recordMessages)
  const { dateTime, number } = useFormats()
  const { may } = useMe()
  const { id, name, status, mode, testOf, testPartnerId, coupon, rateLimit, accounts, createdAt } = partner
  // The live partner of a test partner, or the other way round.
  const counterpartId = testOf ?? testPartnerId
  return (
    <Page
      title={name}
      back={{ to: `${HOME}/partners`, label: t.title }}
      // The key discards the input of the dialogs after a change.
      actions={may('admin') && <PartnerActions key={JSON.stringify([name, coupon, rateLimit])} partner={partner} />}
    >
      <Facts title={t.partner}>
        <Fact label={recordTexts.status} value={<StatusBadge status={status} texts={recordTexts.partnerStatuses} />} />
        <Fact
          label={t.mode}
          value={
            <>
              {recordTexts.modes[mode]}
              {counterpartId !== null && (
                <>
                  {' · '}
                  <Link to={pathOf.partner(counterpartId)}>{testOf === null ? t.testPartner : t.livePartner}</Link>
                </>
              )}
            </>
          }
        />
        <Fact label={t.accounts} value={number(accounts)} />
        <Fact
          label={t.coupon}
          value={coupon === null ? t.noCoupon : <Link to={pathOf.coupon(coupon)}>{coupon}</Link>}
        />
        <Fact label={recordTexts.created} value={dateTime(createdAt)} />
        <IdFact id={id} />
      </Facts>
      <NotesSection subject={{ partnerId: id }} />
      <Section title={t.users} actions={may('support') && <InviteButton partnerId={id} />}>
        <UserList filter={{ partnerId: id, limit: SHORT_LIMIT }} />
      </Section>
      <Section
        title={t.accounts}
        actions={
          <ButtonLink small variant="quiet" to={`${HOME}/accounts?partner=${id}`}>
            {t.allAccounts}
          </ButtonLink>
        }
      >
        <AccountList filter={{ partnerId: id, limit: SHORT_LIMIT }} />
      </Section>
      <Section title={t.webhooks} actions={may('admin') && <CreateWebhookButton partnerId={id} />}>
        <WebhookList filter={{ partnerId: id }} />
      </Section>
      <LimitUse partner={partner} />
      <History filter={{ partnerId: id }} />
    </Page>
  )
}
