import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import {
  Button,
  ChoiceFilter,
  Choices,
  DayRangeFilter,
  Download,
  download,
  FailureNotice,
  MoreButton,
  nextCursor,
  RelativeTime,
  TableScroll,
  TableSkeleton,
  useFormats,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { dayOf, localDay, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { usePersonEmail } from '../test-mode/person-email.ts'
import { useMembers } from './members.ts'
import { TeamFrame } from './team-frame.tsx'
import type { Permission } from './members.ts'
import { type ActivityEntry, teamMessages } from './team-messages.ts'

type ActivityCriteria = NonNullable<Parameters<typeof client.team.listActivity.query>[0]>

const TOPICS = ['all', 'accounts', 'sign_ins', 'users', 'webhooks'] as const

export function ActivityPage() {
  const t = useMessages(teamMessages)
  return (
    <TeamFrame title={t.activityTitle} lead={t.activityLead}>
      <Activity />
    </TeamFrame>
  )
}

function Activity() {
  const t = useMessages(teamMessages)
  const [search, setSearch] = useSearchParams()
  const topic = TOPICS.find((name) => name === search.get('topic')) ?? 'all'
  const user = search.get('user') ?? ''
  const from = dayOf(search.get('from'))
  const to = dayOf(search.get('to'))
  const isFiltered = topic !== 'all' || [user, from, to].some((value) => value !== '')
  const changeFilters = (changes: Record<string, string>) =>
    setSearch({ topic, user, from, to, ...changes }, { replace: true })
  const criteria: ActivityCriteria = {
    ...(topic !== 'all' && { topic }),
    ...(user !== '' && { userId: user }),
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { before: startOfNextDay(to) }),
  }
  const query = useInfiniteQuery(
    useTRPC().team.listActivity.infiniteQueryOptions(criteria, { getNextPageParam: nextCursor }),
  )
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <div>
        <Choices
          label={t.topic}
          value={topic}
          onChange={(value) => changeFilters({ topic: value })}
          options={TOPICS.map((value) => ({ value, label: t.topics[value] }))}
        />
      </div>
      <div className="filters" role="group" aria-label={t.filters}>
        <UserFilter value={user} onChange={(value) => changeFilters({ user: value })} />
        <DayRangeFilter label={t.when} from={from} to={to} onChange={(range) => changeFilters({ ...range })} />
        {isFiltered && (
          <Button variant="quiet" onClick={() => setSearch({}, { replace: true })}>
            {t.clear}
          </Button>
        )}
        <ExportButton criteria={criteria} />
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
      texts={Object.fromEntries(members.map(({ id, name }) => [id, name || t.erased]))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}

function Entries({ entries }: { entries: readonly ActivityEntry[] }) {
  const t = useMessages(teamMessages)
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
              <td className="nowrap">
                <RelativeTime timestamp={entry.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** Actions of people who opened an e-mailed link instead of signing in. */
const ACTIONS_BY_LINK: ActivityEntry['action'][] = ['portal-user.activated', 'portal-user.password-reset']

type Texts = (typeof teamMessages)['en']

function nameOfActor({ actor, action }: ActivityEntry, t: Texts): string {
  // The name of an erased user is empty.
  if (actor) return actor.name === '' ? t.erased : (actor.name ?? actor.id)
  if (action === 'webhook.disabled') return t.service
  if (action === 'portal-user.sign-in-failed') return t.unidentified
  return ACTIONS_BY_LINK.includes(action) ? t.byLink : t.operator
}

function textOf({ action, user, account, count }: ActivityEntry, t: Texts): string {
  const subject = account ? (account.name ?? t.account) : user?.name
  // The names of erased accounts and users are empty.
  const text = t.actions[action](subject || t.erased)
  return count > 1 ? t.withinHour(text, count) : text
}

/** Returns the previous and the new permissions, or an empty string for an entry without changes. */
function changesOf({ changes }: ActivityEntry, t: Texts): string {
  if (!changes) return ''
  const { from, to } = changes['permissions'] ?? {}
  return t.fromTo(permissionTexts(from, t), permissionTexts(to, t))
}

/** @param list permissions, separated by commas */
function permissionTexts(list: string | null | undefined, t: Texts): string {
  if (!list) return t.none
  const texts = list.split(',').map((permission) => t.rights[permission as Permission])
  return texts.join(', ')
}

function Action({ entry }: { entry: ActivityEntry }) {
  const t = useMessages(teamMessages)
  const { number } = useFormats()
  const personEmail = usePersonEmail()
  const { account, count } = entry
  if (entry.action === 'account.created' && count > 1) {
    const day = localDay(new Date(entry.at))
    return <Link to={`/portal/accounts?from=${day}&to=${day}`}>{t.createdAccounts(number(count))}</Link>
  }
  const text = textOf(entry, t)
  const triedEmail = entry.action === 'portal-user.sign-in-failed' ? entry.user?.email : undefined
  return (
    <>
      {account ? <Link to={`/portal/accounts/${account.id}`}>{text}</Link> : text}
      {triedEmail && <div className="small muted">{personEmail(triedEmail)}</div>}
      {entry.changes && <div className="small muted">{changesOf(entry, t)}</div>}
    </>
  )
}

/** Reads all pages of a list. */
async function readAll<Item>(
  readPage: (from: { cursor?: string }) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null | undefined
  do {
    const page = await readPage(cursor ? { cursor } : {})
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

function ExportButton({ criteria }: { criteria: ActivityCriteria }) {
  const t = useMessages(teamMessages)
  const save = useAction({
    async mutationFn() {
      const { writeCsv } = await loadChunk(() => import('@partner-accounts/ui/write-csv'))
      const entries = await readAll((from) => client.team.listActivity.query({ ...criteria, isExport: true, ...from }))
      const members = await readAll((from) => client.team.list.query(from))
      const emails = new Map(members.map(({ id, email }) => [id, email]))
      const rows = entries.map((entry) => ({
        [t.when]: entry.at,
        [t.who]: nameOfActor(entry, t),
        [t.whoseEmail]: emails.get(entry.actor?.id ?? '') ?? '',
        [t.what]: textOf(entry, t),
        [t.affectedEmail]: entry.user?.email ?? '',
        [t.change]: changesOf(entry, t),
      }))
      const csv = writeCsv([t.when, t.who, t.whoseEmail, t.what, t.affectedEmail, t.change], rows)
      download(`${t.exportName}-${localDay(new Date())}.csv`, 'text/csv;charset=utf-8', csv)
    },
  })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        <Download size={15} aria-hidden /> {t.export}
      </Button>
      {save.isError && <FailureNotice error={save.error} />}
    </>
  )
}
