import { PARTNER_ERRORS } from '@partner-accounts/rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  Button,
  ChevronRight,
  Choices,
  CopyButton,
  Fact,
  FailureNotice,
  MoreButton,
  nextCursor,
  Page,
  RefreshCw,
  RelativeTime,
  TableScroll,
  TableSkeleton,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { useTRPC } from '../service/trpc.ts'
import { developersMessages } from './developers-messages.ts'
import { signsInTooOften } from './signs-in-too-often.ts'
import type { Outputs } from '../service/clients.ts'

type LoggedRequest = Outputs['requestLog']['list']['items'][number]

const FILTERS = ['all', '2xx', '4xx', '5xx'] as const

export function RequestsPage() {
  const t = useMessages(developersMessages)
  const [search, setSearch] = useSearchParams()
  const filter = FILTERS.find((name) => name === search.get('status')) ?? 'all'
  const userId = search.get('user')
  const query = useInfiniteQuery(
    useTRPC().requestLog.list.infiniteQueryOptions(
      { ...(filter !== 'all' && { status: filter }), userId },
      { getNextPageParam: nextCursor },
    ),
  )
  const requests = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page title={t.requests} lead={t.requestsLead} back={{ to: '/portal/developers', label: t.title }}>
      <p className="small muted">{t.requestsNote}</p>
      <div className="row row-apart">
        <Choices
          label={t.status}
          value={filter}
          onChange={(status) => setSearch({ ...(userId !== null && { user: userId }), status }, { replace: true })}
          options={FILTERS.map((value) => ({ value, label: t.filters[value] }))}
        />
        <div className="row">
          {userId !== null && (
            <Button small variant="quiet" onClick={() => setSearch({ status: filter }, { replace: true })}>
              {t.allUsers}
            </Button>
          )}
          <Button small busy={query.isRefetching} onClick={() => void query.refetch()}>
            <RefreshCw size={15} aria-hidden /> {t.refresh}
          </Button>
        </div>
      </div>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      {signsInTooOften(requests) && (
        <div className="notice notice-caution" role="status">
          <div className="notice-body">{t.signsInTooOften}</div>
        </div>
      )}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.isSuccess && requests.length === 0 && <p className="card-padded muted">{t.noRequests}</p>}
        {requests.length > 0 && <Requests requests={requests} />}
      </div>
      <MoreButton query={query} />
    </Page>
  )
}

function Requests({ requests }: { requests: readonly LoggedRequest[] }) {
  const t = useMessages(developersMessages)
  return (
    <TableScroll label={t.requests}>
      <table className="table table-records">
        <caption className="visually-hidden">{t.requests}</caption>
        <thead>
          <tr>
            <th scope="col">{t.request}</th>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.user}</th>
            <th scope="col">{t.time}</th>
            <th scope="col" className="number">
              {t.duration}
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Row key={request.id} request={request} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Row({ request }: { request: LoggedRequest }) {
  const t = useMessages(developersMessages)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { user } = request
  const name = `${request.method} ${request.route ?? t.unknownPath}`
  const userName = user?.name || t.erased
  return (
    <>
      <tr>
        <th scope="row">
          <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronRight size={16} aria-hidden /> <code>{name}</code>
          </Button>
        </th>
        <td className="nowrap">
          <Status status={request.status} code={request.code} />
        </td>
        <td>
          {user && (
            <Link to={`?user=${user.id}`} title={t.onlyUser(userName)}>
              {userName}
            </Link>
          )}
        </td>
        <td className="nowrap">
          <RelativeTime timestamp={request.at} />
        </td>
        <td className="number nowrap">{formats.number(request.durationMs)} ms</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Details request={request} />
          </td>
        </tr>
      )}
    </>
  )
}

const SIGN_IN_ROUTE = '/tokens'

function Details({ request: { at, route, status, code, fields, requestId, user } }: { request: LoggedRequest }) {
  const t = useMessages(developersMessages)
  const formats = useFormats()
  // Several errors may share a status and code. Only sign-ins have one of them.
  const { 'too-many-sign-ins': ofSignIns, ...others } = PARTNER_ERRORS
  const possible = Object.values(route === SIGN_IN_ROUTE ? { ...others, ofSignIns } : others)
  const meanings = possible.filter((row) => row.status === status && row.code === code)
  return (
    <dl className="facts">
      <Fact
        isWide
        label={t.requestId}
        value={
          <span className="row">
            <code>{requestId}</code> <CopyButton name={t.requestId} text={requestId} />
          </span>
        }
      />
      <Fact label={t.exactTime} value={formats.exactTime(at)} />
      {user && <Fact label={t.user} value={user.name ? `${user.name} (${user.email})` : t.erased} />}
      {fields.length > 0 && <Fact isWide label={t.fields} value={<code>{fields.join(', ')}</code>} />}
      {meanings.length > 0 && (
        <Fact
          isWide
          label={t.meaning}
          value={meanings.map(({ message }) => (
            <p key={message} lang="en">
              {message}
            </p>
          ))}
        />
      )}
    </dl>
  )
}

function Status({ status, code }: Pick<LoggedRequest, 'status' | 'code'>) {
  const t = useMessages(developersMessages)
  return (
    <>
      <span className={`badge ${status < 400 ? 'badge-good' : 'badge-alert'}`}>{status}</span>
      {code !== null && code !== status && <span className="small muted"> {t.code(String(code))}</span>}
    </>
  )
}
