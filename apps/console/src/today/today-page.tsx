import {
  ButtonLink,
  Fact,
  FailureNotice,
  Figure,
  Page,
  RelativeTime,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LimitedPartners } from '../limits/limited-partners.tsx'
import { MailList } from '../mails/mail-list.tsx'
import { TestFilter } from '../records/list-filters.tsx'
import { Section } from '../records/section.tsx'
import { useFilters } from '../records/use-filters.ts'
import type { Outputs } from '../service/client.ts'
import { HOME } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { SubscriptionList } from '../subscriptions/subscription-list.tsx'
import { WebhookList } from '../webhooks/webhook-list.tsx'
import { CreatedChart } from './created-chart.tsx'
import { todayMessages } from './today-messages.ts'

const SHORT_LIMIT = 8
const LIMITED_WITHIN_MINUTES = 60
const REFRESH_INTERVAL_MS = 60_000

export function TodayPage() {
  const t = useMessages(todayMessages)
  const { change, includeTest } = useFilters('test')
  const figures = useQuery(
    useTRPC().internal.figures.get.queryOptions(
      { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, includeTest },
      { refetchInterval: REFRESH_INTERVAL_MS, placeholderData: keepPreviousData },
    ),
  )
  const links = linksOf(includeTest)
  return (
    <Page title={t.title} lead={t.lead} actions={<TestFilter isOn={includeTest} onChange={change} />}>
      {figures.isError && <FailureNotice error={figures.error} retry={() => void figures.refetch()} />}
      {!figures.isLoadingError && <Figures figures={figures.data} links={links} />}
      <Section title={t.health}>
        <Health figures={figures.isError ? undefined : figures.data} hasFailed={figures.isError} />
      </Section>
      <Section title={t.pending} actions={<ShowAllLink to={links.pending} label={t.showAllFeminine} />}>
        <SubscriptionList filter={{ status: 'pending', order: 'oldest', limit: SHORT_LIMIT, includeTest }} isExcerpt />
      </Section>
      <Section title={t.failed} actions={<ShowAllLink to={links.failed} label={t.showAll} />}>
        <MailList filter={{ status: 'failed', limit: SHORT_LIMIT, includeTest }} isExcerpt />
      </Section>
      <Section title={t.failingWebhooks} actions={<ShowAllLink to={links.failingWebhooks} label={t.showAll} />}>
        <WebhookList filter={{ isFailing: true, limit: SHORT_LIMIT, includeTest }} />
      </Section>
      <Section title={t.limited} actions={<ShowAllLink to={links.limited} label={t.showAll} />}>
        <LimitedPartners filter={{ minutes: LIMITED_WITHIN_MINUTES, includeTest }} isExcerpt />
      </Section>
      {figures.data && (
        <Section title={t.created}>
          <CreatedChart days={figures.data.accountsCreated} />
        </Section>
      )}
    </Page>
  )
}

const ShowAllLink = ({ to, label }: { to: string; label: string }) => (
  <ButtonLink small variant="quiet" to={to}>
    {label}
  </ButtonLink>
)

/** Links to the lists that the figures count, with test partners if the figures include them. */
function linksOf(includeTest: boolean) {
  const linkTo = (list: string, filters: Record<string, string> = {}) =>
    `${HOME}/${list}?${new URLSearchParams({ ...filters, ...(includeTest && { test: 'true' }) }).toString()}`
  return {
    pending: linkTo('subscriptions', { status: 'pending' }),
    failed: linkTo('mails', { status: 'failed' }),
    queued: linkTo('mails', { status: 'queued' }),
    failingWebhooks: linkTo('webhooks', { state: 'failing' }),
    limited: linkTo('limits'),
    accounts: linkTo('accounts'),
  }
}

type ShownFigures = Outputs['figures']['get']

/** Counts of pending work, each linking to its list. Reserves its height while loading. */
function Figures({ figures, links }: { figures: ShownFigures | undefined; links: ReturnType<typeof linksOf> }) {
  const t = useMessages(todayMessages)
  const { number } = useFormats()
  const text = (figure: ShownFigures['failedMails'] | undefined) => {
    if (!figure) return undefined
    return figure.isExact ? number(figure.count) : t.atLeast(number(figure.count))
  }
  const shown = [
    { label: t.pendingCount, value: text(figures?.pendingSubscriptions), to: links.pending },
    { label: t.failedCount, value: text(figures?.failedMails), to: links.failed },
    { label: t.queuedCount, value: text(figures?.queuedMails), to: links.queued },
    { label: t.limitedCount, value: text(figures?.limitedPartners), to: links.limited },
    {
      label: t.createdToday,
      value: figures && number(figures.accountsCreated.at(-1)?.accounts ?? 0),
      to: links.accounts,
    },
  ]
  return (
    <dl className="card figures" aria-label={t.figures} aria-busy={!figures}>
      {shown.map(({ label, value, to }) => (
        <Figure
          key={label}
          label={label}
          value={
            <Link to={to} aria-label={`${label}: ${value ?? '…'}`}>
              {value ?? '…'}
            </Link>
          }
        />
      ))}
    </dl>
  )
}

/** @param hasFailed whether the figures failed to load. The database provides them, so it is then shown as down. */
function Health({ figures, hasFailed }: { figures: ShownFigures | undefined; hasFailed: boolean }) {
  const t = useMessages(todayMessages)
  const oldest = figures?.oldestQueuedMail
  const stateOfDatabase = figures && t.databaseUp
  const stateOfDelivery = oldest?.isDeferred ? t.mailDeferred : t.mailAccepted
  const states = [
    { label: t.database, state: hasFailed ? t.databaseDown : stateOfDatabase },
    { label: t.store, state: figures && t.storeStates[figures.rateLimitStore] },
    ...(figures?.countsProxiesAsClients === true ? [{ label: t.clients, state: t.clientsUnknown }] : []),
    ...(figures?.isOutgoingEnabled === false ? [{ label: t.outgoing, state: t.outgoingOff }] : []),
    { label: t.mailServer, state: figures && stateOfDelivery },
    {
      label: t.queue,
      state: oldest ? (
        <>
          {t.oldestMail} <RelativeTime timestamp={oldest.createdAt} />
        </>
      ) : (
        figures && t.queueEmpty
      ),
    },
  ]
  return (
    <dl className="card card-padded facts" aria-busy={!figures && !hasFailed}>
      {states.map(({ label, state }) => (
        <Fact key={label} label={label} value={state ?? '…'} />
      ))}
    </dl>
  )
}
