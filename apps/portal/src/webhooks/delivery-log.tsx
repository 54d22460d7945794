import { Dialog } from '@base-ui/react/dialog'
import {
  Button,
  ChevronRight,
  Choices,
  DayRangeFilter,
  DeliveryError,
  eventTypeMessages,
  Fact,
  FailureNotice,
  MoreButton,
  nextCursor,
  RefreshCw,
  RelativeTime,
  showToast,
  StatusBadge,
  TableScroll,
  TableSkeleton,
  useFormats,
  useMessages,
  serviceNow,
} from '@partner-accounts/ui'
import { localDay, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { useWebhookChange } from './use-webhook-change.ts'
import { type Delivery, webhookMessages } from './webhook-messages.ts'

type ReplayInput = Omit<Parameters<typeof client.webhooks.replay.mutate>[0], 'id'>

const FILTERS = ['all', 'sent', 'queued', 'failed'] as const

/**
 * Returns the action that sends deliveries again.
 *
 * @param id id of a delivery, or of a webhook if its failed deliveries or a time range are sent again
 * @param onDone receives the cursor of the deliveries for which the queue had no room; `null` if there are none
 */
function useReplay(id: string, onDone?: (next: string | null) => void) {
  const t = useMessages(webhookMessages)
  const { number } = useFormats()
  return useWebhookChange(
    (input: ReplayInput) => client.webhooks.replay.mutate({ id, ...input }),
    ({ replayed, nextCursor: next }) => {
      if (replayed === 0) showToast(t.nothingReplayed)
      else showToast(next === null ? t.replayed(number(replayed)) : t.replayedPart(number(replayed)))
      onDone?.(next)
    },
  )
}

export function DeliveryLog({ webhookId: id }: { webhookId: string }) {
  const t = useMessages(webhookMessages)
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all')
  const [isReplaying, setReplaying] = useState(false)
  const optionsOf = (status: typeof filter) =>
    trpc.webhooks.listDeliveries.infiniteQueryOptions(
      { id, ...(status !== 'all' && { status }) },
      { getNextPageParam: nextCursor },
    )
  const query = useInfiniteQuery(optionsOf(filter))
  const { data: all } = useInfiniteQuery(optionsOf('all'))
  const hasDeliveries = all?.pages.some(({ items }) => items.length > 0)
  const replay = useReplay(id)
  const deliveries = query.data?.pages.flatMap(({ items }) => items) ?? []
  // Only a complete list shows that no delivery has failed.
  const isComplete = !query.hasNextPage && (filter === 'all' || filter === 'failed')
  const mayHaveFailed = !isComplete || deliveries.some(({ status }) => status === 'failed')
  const refresh = () => void queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() })
  return (
    <section className="stack" aria-labelledby="log">
      <div>
        <h2 id="log">{t.log}</h2>
        <p className="muted">{t.logLead}</p>
      </div>
      <div className="row row-apart">
        <Choices
          label={t.status}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, label: t.filters[value] }))}
        />
        <div className="row">
          {hasDeliveries && mayHaveFailed && (
            <Button small busy={replay.isPending} onClick={() => replay.mutate({ failed: true })}>
              {t.replayFailed}
            </Button>
          )}
          {hasDeliveries && (
            <Button small onClick={() => setReplaying(true)}>
              {t.replayRange}
            </Button>
          )}
          <Button small busy={query.isRefetching} onClick={refresh}>
            <RefreshCw size={15} aria-hidden /> {t.refresh}
          </Button>
        </div>
      </div>
      {replay.isError && <FailureNotice error={replay.error} />}
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.isSuccess && deliveries.length === 0 && <p className="card-padded muted">{t.noDeliveries}</p>}
        {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
      </div>
      <MoreButton query={query} />
      {isReplaying && <ReplayDialog id={id} onClose={() => setReplaying(false)} />}
    </section>
  )
}

function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(webhookMessages)
  const [{ from, to }, setRange] = useState(() => {
    const today = localDay(new Date())
    return { from: today, to: today }
  })
  /** Set if the queue had no room for all deliveries of the range. */
  const [cursor, setCursor] = useState<string>()
  const replay = useReplay(id, (next) => (next === null ? onClose() : setCursor(next)))
  const range = { since: startOfDay(from), ...(to !== '' && { until: startOfNextDay(to) }), cursor }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{t.replayTitle}</Dialog.Title>
          <Dialog.Description className="muted">{t.replayLead}</Dialog.Description>
          <DayRangeFilter
            label={t.range}
            from={from}
            to={to}
            onChange={(chosen) => {
              setRange(chosen)
              setCursor(undefined)
            }}
          />
          {replay.isError && <FailureNotice error={replay.error} />}
          <Button variant="primary" disabled={from === ''} busy={replay.isPending} onClick={() => replay.mutate(range)}>
            {cursor === undefined ? t.replay : t.replayOthers}
          </Button>
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const t = useMessages(webhookMessages)
  return (
    <TableScroll label={t.log}>
      <table className="table table-records">
        <caption className="visually-hidden">{t.log}</caption>
        <thead>
          <tr>
            <th scope="col">{t.event}</th>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.account}</th>
            <th scope="col">{t.time}</th>
            <th scope="col" className="number">
              {t.attempts}
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Row({ delivery: { id, type, status, account, createdAt, attempts } }: { delivery: Delivery }) {
  const t = useMessages(webhookMessages)
  const { types } = useMessages(eventTypeMessages)
  const { number } = useFormats()
  const { mayRead } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr>
        <th scope="row">
          <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronRight size={16} aria-hidden /> {types[type]}
          </Button>
        </th>
        <td className="nowrap">
          <StatusBadge status={status} texts={t.deliveryStatuses} />
        </td>
        <td>
          {account && (mayRead ? <Link to={`/portal/accounts/${account.id}`}>{account.name}</Link> : account.name)}
        </td>
        <td className="nowrap">
          <RelativeTime timestamp={createdAt} />
        </td>
        <td className="number" data-label={t.attempts}>
          {number(attempts)}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Details id={id} />
          </td>
        </tr>
      )}
    </>
  )
}

function Details({ id }: { id: string }) {
  const t = useMessages(webhookMessages)
  const { number, exactTime } = useFormats()
  const query = useQuery(useTRPC().webhooks.getDelivery.queryOptions({ id }))
  const replay = useReplay(id)
  if (query.isPending) return <p className="muted">{t.loading}</p>
  if (query.isError) return <FailureNotice error={query.error} retry={() => void query.refetch()} />
  const { status, eventId, responseStatus, durationMs, dueAt, lastError, requestBody, responseBody } = query.data
  return (
    <div className="stack">
      <dl className="facts">
        <Fact label={t.response} value={responseStatus ?? t.noResponse} />
        {durationMs !== null && <Fact label={t.duration} value={`${number(durationMs)} ms`} />}
        {status === 'queued' && <Fact label={t.nextAttempt} value={nextAttempt(dueAt, exactTime)} />}
        {lastError !== null && <Fact isWide label={t.error} value={<DeliveryError error={lastError} />} />}
        <Fact isWide label={t.eventId} value={<code>{eventId}</code>} />
      </dl>
      <Body title={t.requestBody} text={requestBody ?? t.expired} />
      {responseStatus !== null && <Body title={t.responseBody} text={responseBody || t.empty} />}
      {replay.isError && <FailureNotice error={replay.error} />}
      {(status !== 'queued' || lastError !== null) && (
        <div>
          <Button small busy={replay.isPending} onClick={() => replay.mutate({})}>
            {status === 'queued' ? t.sendNow : t.replay}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Year of the due time of deliveries that their endpoint cannot receive now. */
const YEAR_OF_PAUSED = '9999'

function nextAttempt(dueAt: string, format: (timestamp: string) => string): string {
  if (dueAt.startsWith(YEAR_OF_PAUSED)) return '–'
  // An overdue delivery is sent as soon as possible.
  const time = Math.max(Date.parse(dueAt), serviceNow())
  return format(new Date(time).toISOString())
}

const Body = ({ title, text }: { title: string; text: string }) => (
  <div className="stack">
    <h3 className="small muted">{title}</h3>
    {/* `tabIndex` makes the text focusable, so the keyboard can scroll it. */}
    <pre className="code" tabIndex={0} role="region" aria-label={title}>
      {text}
    </pre>
  </div>
)
