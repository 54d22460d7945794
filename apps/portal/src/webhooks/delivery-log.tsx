import {
  Button,
  ChevronRight,
  Choices,
  eventTypeMessages,
  FailureNotice,
  MoreButton,
  nextCursor,
  RefreshCw,
  RelativeTime,
  StatusBadge,
  TableScroll,
  TableSkeleton,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../permissions/me.ts'
import { useTRPC } from '../service/trpc.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { useReplay } from './use-replay.ts'
import { type Delivery, webhookMessages } from './webhook-messages.ts'

const FILTERS = ['all', 'sent', 'queued', 'failed'] as const

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
  const isComplete = query.isSuccess && !query.hasNextPage && (filter === 'all' || filter === 'failed')
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
      {isReplaying && <ReplayDialog webhookId={id} onClose={() => setReplaying(false)} />}
    </section>
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
            <DeliveryDetails id={id} />
          </td>
        </tr>
      )}
    </>
  )
}
