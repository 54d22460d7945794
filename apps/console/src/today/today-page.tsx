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
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApprovalsSection } from '../approvals/approvals-section.tsx'
import { LimitedPartners } from '../limits/limited-partners.tsx'
import { MailList } from '../mails/mail-list.tsx'
import { Section } from '../records/section.tsx'
import type { Outputs } from '../service/client.ts'
import { HOME } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { SubscriptionList } from '../subscriptions/subscription-list.tsx'
import { WebhookList } from '../webhooks/webhook-list.tsx'
import { CreatedChart } from './created-chart.tsx'
import { todayMessages } from './today-messages.ts'

const SHORT_LIMIT = 8
const LIMIT_MINUTES = 60
const REFRESH_INTERVAL_MS = 60_000

const PENDING = `${HOME}/subscriptions?status=pending`
const FAILED = `${HOME}/mails?status=failed`
const LIMITED = `${HOME}/limits`

export function TodayPage() {
  const t = useMessages(todayMessages)
  const figures = useQuery(
    useTRPC().internal.figures.show.queryOptions(
      { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      { refetchInterval: REFRESH_INTERVAL_MS },
    ),
  )
  return (
    <Page title={t.title} lead={t.lead}>
      {figures.isError && <FailureNotice error={figures.error} retry={() => void figures.refetch()} />}
      {!figures.isLoadingError && <Figures figures={figures.data} />}
      <Section title={t.health}>
        <Health figures={figures.isError ? undefined : figures.data} hasFailed={figures.isError} />
      </Section>
      <ApprovalsSection />
      <Section title={t.pending} actions={<All to={PENDING} label={t.allSubscriptions} />}>
        <SubscriptionList filter={{ status: 'pending', order: 'oldest', limit: SHORT_LIMIT }} isExcerpt />
      </Section>
      <Section title={t.failed} actions={<All to={FAILED} label={t.allMails} />}>
        <MailList filter={{ status: 'failed', limit: SHORT_LIMIT }} isExcerpt />
      </Section>
      <Section title={t.failingWebhooks}>
        <WebhookList filter={{ isFailing: true, limit: SHORT_LIMIT }} />
      </Section>
      <Section title={t.limited} actions={<All to={LIMITED} label={t.allMails} />}>
        <LimitedPartners minutes={LIMIT_MINUTES} isExcerpt />
      </Section>
      {figures.data && (
        <Section title={t.created}>
          <CreatedChart days={figures.data.accountsCreated} />
        </Section>
      )}
    </Page>
  )
}

const All = ({ to, label }: { to: string; label: string }) => (
  <ButtonLink small variant="quiet" to={to}>
    {label}
  </ButtonLink>
)

type ShownFigures = Outputs['figures']['show']

/** Counts of pending work, each linking to its list. Reserves its height while loading. */
function Figures({ figures }: { figures: ShownFigures | undefined }) {
  const t = useMessages(todayMessages)
  const { number } = useFormats()
  const text = (figure: ShownFigures['failedMails'] | undefined) =>
    figure && (figure.isExact ? number(figure.count) : t.atLeast(number(figure.count)))
  const shown = [
    { label: t.pendingCount, value: text(figures?.pendingSubscriptions), to: PENDING },
    { label: t.failedCount, value: text(figures?.failedMails), to: FAILED },
    { label: t.queuedCount, value: text(figures?.queuedMails), to: `${HOME}/mails?status=queued` },
    { label: t.limitedCount, value: text(figures?.limitedPartners), to: LIMITED },
    {
      label: t.createdToday,
      value: figures && number(figures.accountsCreated.at(-1)?.accounts ?? 0),
      to: `${HOME}/accounts`,
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

/** The figures come from the database. */
function Health({ figures, hasFailed }: { figures: ShownFigures | undefined; hasFailed: boolean }) {
  const t = useMessages(todayMessages)
  const oldest = figures?.oldestQueuedMail
  const states = [
    { label: t.database, state: hasFailed ? t.databaseDown : figures && t.databaseUp },
    { label: t.store, state: figures && t.storeStates[figures.rateLimitStore] },
    { label: t.mailServer, state: figures && (oldest?.isDeferred ? t.mailDeferred : t.mailAccepted) },
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
