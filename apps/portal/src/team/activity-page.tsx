import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import {
  Button,
  ChoiceFilter,
  Choices,
  DayFilter,
  FailureNotice,
  MoreButton,
  nextCursor,
  TableScroll,
  TableSkeleton,
  useFormats,
  useMessages,
} from '@partner-accounts/ui'
import { dayOf, startOfDay } from '@partner-accounts/ui/days'
import { useTRPC } from '../service/trpc.ts'
import { useMembers } from './members.ts'
import { TeamFrame } from './team-frame.tsx'
import { type Activity as Entry, teamMessages } from './team-messages.ts'

const TOPICS = ['all', 'accounts', 'sign_ins', 'users'] as const

export function ActivityPage() {
  const t = useMessages(teamMessages)
  return (
    <TeamFrame title={t.activityTitle} lead={t.activityLead}>
      <Activity />
    </TeamFrame>
  )
}

/** Filters are in the address, so links and the back button work. */
function Activity() {
  const t = useMessages(teamMessages)
  const [search, setSearch] = useSearchParams()
  const topic = TOPICS.find((name) => name === search.get('topic')) ?? 'all'
  const user = search.get('user') ?? ''
  const from = dayOf(search.get('from'))
  const to = dayOf(search.get('to'))
  const isFiltered = topic !== 'all' || [user, from, to].some((value) => value !== '')
  const filter = (changes: Record<string, string>) =>
    setSearch({ topic, user, from, to, ...changes }, { replace: true })
  const query = useInfiniteQuery(
    useTRPC().team.activity.infiniteQueryOptions(
      {
        ...(topic !== 'all' && { topic }),
        ...(user !== '' && { userId: user }),
        ...(from !== '' && { from: startOfDay(from) }),
        ...(to !== '' && { before: startOfDay(to, 1) }),
      },
      { getNextPageParam: nextCursor },
    ),
  )
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <div>
        <Choices
          label={t.topic}
          value={topic}
          onChange={(value) => filter({ topic: value })}
          options={TOPICS.map((value) => ({ value, label: t.topics[value] }))}
        />
      </div>
      <div className="filters" role="group" aria-label={t.filters}>
        <UserFilter value={user} onChange={(value) => filter({ user: value })} />
        <DayFilter label={t.from} value={from} onChange={(value) => filter({ from: value })} />
        <DayFilter label={t.to} value={to} onChange={(value) => filter({ to: value })} />
        {isFiltered && (
          <Button variant="quiet" onClick={() => setSearch({}, { replace: true })}>
            {t.clear}
          </Button>
        )}
      </div>
      {query.isError && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      <div className="card" aria-busy={query.isFetching}>
        {query.isPending && <TableSkeleton loading={t.loading} />}
        {query.isSuccess && entries.length === 0 && <p className="card-padded muted">{t.nothing}</p>}
        {entries.length > 0 && <Entries entries={entries} />}
      </div>
      <MoreButton query={query} />
    </>
  )
}

function UserFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useMessages(teamMessages)
  const { members } = useMembers()
  return (
    <ChoiceFilter
      label={t.who}
      all={t.everybody}
      texts={Object.fromEntries(members.map(({ id, name }) => [id, name]))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useMessages(teamMessages)
  const formats = useFormats()
  return (
    <TableScroll label={t.activityTitle}>
      <table className="table table-records">
        <caption className="visually-hidden">{t.activityTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.who}</th>
            <th scope="col">{t.when}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" className="table-main">
                <Action entry={entry} />
              </th>
              <td className="table-name">{nameOfActor(entry, t)}</td>
              <td className="nowrap">{formats.timeOfDay(entry.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

const BY_LINK: Entry['action'][] = ['portal-user.activated', 'portal-user.password-reset']

const nameOfActor = ({ actor, action }: Entry, t: { operator: string; byLink: string }): string => {
  if (actor) return actor.name ?? actor.id
  return BY_LINK.includes(action) ? t.byLink : t.operator
}

function Action({ entry: { action, user, account } }: { entry: Entry }) {
  const t = useMessages(teamMessages)
  const of = account ? (account.name ?? t.account) : (user?.name ?? '')
  const text = t.actions[action](of)
  return account ? <Link to={`/portal/accounts/${account.id}`}>{text}</Link> : text
}
