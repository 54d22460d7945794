import {
  ButtonLink,
  DeliveryError,
  eventTypeMessages,
  Fact,
  Facts,
  Page,
  RelativeTime,
  StatusBadge,
  TableScroll,
  useFormats,
  useEventTypeList,
  useMessages,
} from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { History } from '../audit/audit-entries.tsx'
import { ChangeButton } from '../changes/change-button.tsx'
import { IdFact } from '../records/id-fact.tsx'
import { Loaded } from '../records/loaded.tsx'
import { PartnerName } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Section } from '../records/section.tsx'
import { client, type Outputs } from '../service/client.ts'
import { HOME, pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { webhookMessages } from './webhook-messages.ts'

type Webhook = Outputs['webhooks']['get']

const VERIFICATION_INTERVAL_MS = 3_000

export function WebhookPage() {
  const { id = '' } = useParams()
  const query = useQuery(
    useTRPC().internal.webhooks.get.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.status === 'unverified' ? VERIFICATION_INTERVAL_MS : false) },
    ),
  )
  return <Loaded query={query}>{(webhook) => <ShownWebhook webhook={webhook} />}</Loaded>
}

function ShownWebhook({ webhook }: { webhook: Webhook }) {
  const t = useMessages(webhookMessages)
  const recordTexts = useMessages(recordMessages)
  const eventTexts = useMessages(eventTypeMessages)
  const listTypes = useEventTypeList()
  const { dateTime, count } = useFormats()
  const { may } = useMe()
  const { id, partnerId, url, types, status, failingSince, createdAt, queued, failed, lastDay, countedTo } = webhook
  const countText = (value: number) => count(value, countedTo)
  const counts = t.counts(countText(lastDay.sent), countText(lastDay.queued), countText(lastDay.failed))
  return (
    <Page
      title={url}
      lead={<PartnerName id={partnerId} />}
      back={{ to: `${HOME}/webhooks`, label: t.title }}
      actions={may('support') && <WebhookActions webhook={webhook} />}
    >
      <Facts title={t.webhook}>
        <Fact label={recordTexts.status} value={<StatusBadge status={status} texts={t.statuses} />} />
        {failingSince !== null && <Fact label={t.failingSince} value={<RelativeTime timestamp={failingSince} />} />}
        <Fact label={t.queued} value={countText(queued)} />
        <Fact label={t.failed} value={countText(failed)} />
        <Fact isWide label={t.lastDay} value={counts} />
        <Fact isWide label={eventTexts.events} value={listTypes(types)} />
        <Fact label={recordTexts.created} value={dateTime(createdAt)} />
        <IdFact id={id} />
      </Facts>
      <div className="row">
        <ButtonLink to={pathOf.partner(partnerId)}>{recordTexts.partner}</ButtonLink>
      </div>
      <Section title={t.deliveries}>
        <Deliveries deliveries={webhook.deliveries} mayReplay={may('support')} />
      </Section>
      <History filter={{ recordId: id }} />
    </Page>
  )
}

function Deliveries({ deliveries, mayReplay }: { deliveries: Webhook['deliveries']; mayReplay: boolean }) {
  const t = useMessages(webhookMessages)
  const recordTexts = useMessages(recordMessages)
  const { number, exactTime } = useFormats()
  if (deliveries.length === 0) return <p className="card card-padded muted">{t.noDeliveries}</p>
  return (
    <div className="card">
      <TableScroll label={t.deliveries}>
        <table className="table table-records">
          <caption className="visually-hidden">{t.deliveries}</caption>
          <thead>
            <tr>
              <th scope="col">{t.event}</th>
              <th scope="col">{recordTexts.status}</th>
              <th scope="col">{t.account}</th>
              <th scope="col">{t.response}</th>
              <th scope="col">{recordTexts.created}</th>
              <th scope="col" className="number">
                {t.attempts}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {deliveries.map(({ id, type, status, account, responseStatus, lastError, createdAt, attempts }) => (
              <tr key={id}>
                <th scope="row">
                  <code>{type}</code>
                </th>
                <td className="nowrap">
                  <StatusBadge status={status} texts={t.deliveryStatuses} />
                </td>
                <td>{account && <Link to={pathOf.account(account.id)}>{account.name}</Link>}</td>
                <td>{lastError === null ? responseStatus : <DeliveryError error={lastError} />}</td>
                <td className="nowrap">{exactTime(createdAt)}</td>
                <td className="number" data-label={t.attempts}>
                  {number(attempts)}
                </td>
                <td className="number">
                  {mayReplay && status !== 'queued' && (
                    <ChangeButton
                      label={t.replay}
                      run={() => client.internal.webhooks.replay.mutate({ id })}
                      done={({ replayed }) => t.replayed(number(replayed))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </div>
  )
}
