import { useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recordMessages } from '../records/record-messages.ts'
import { type Column, Records } from '../records/records.tsx'
import { Section } from '../records/section.tsx'
import { useTRPC } from '../service/trpc.ts'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { readActor } from './actor.ts'
import { auditMessages } from './audit-messages.ts'

export type AuditEntry = Outputs['audit']['list']['items'][number]
export type AuditFilter = Filters<Inputs['audit']['list']>

const SHORT_LIMIT = 10

export function AuditEntries({ filter, limit }: { filter: AuditFilter; limit?: number }) {
  const t = useMessages(auditMessages)
  const recordTexts = useMessages(recordMessages)
  const { exactTime } = useFormats()
  const isOfAllRecords = filter.partnerId == null && filter.accountId == null && filter.recordId == null
  const partner: Column<AuditEntry> = {
    heading: recordTexts.partner,
    cell: ({ partnerId, partnerName }) =>
      partnerId && <Link to={pathOf.partner(partnerId)}>{partnerName ?? partnerId}</Link>,
  }
  const query = useInfiniteQuery(
    useTRPC().internal.audit.list.infiniteQueryOptions(
      { ...filter, ...(limit !== undefined && { limit }) },
      LIST_OPTIONS,
    ),
  )
  return (
    <Records
      caption={t.title}
      query={query}
      // Entries have no id, and equal ones may share a second.
      keyOf={(_, index) => String(index)}
      columns={[
        { heading: t.what, cell: (entry) => <Action entry={entry} /> },
        { heading: t.when, cell: ({ at }) => exactTime(at), className: 'nowrap' },
        { heading: t.who, cell: (entry) => <Actor entry={entry} /> },
        { heading: t.record, cell: (entry) => <Subject entry={entry} /> },
        ...(isOfAllRecords ? [partner] : []),
      ]}
    />
  )
}

export function History({ filter }: { filter: AuditFilter }) {
  return (
    <Section title={useMessages(auditMessages).history}>
      <AuditEntries filter={filter} limit={SHORT_LIMIT} />
    </Section>
  )
}

function Action({ entry: { action, changes, count, reason } }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const { none } = useMessages(recordMessages)
  return (
    <>
      {t.actions[action]}
      {count > 1 && <div className="small muted">{t.withinHour(count)}</div>}
      {Object.entries(changes ?? {}).map(([field, { from, to }]) => (
        <div key={field} className="small muted">
          {t.fields[field as keyof typeof t.fields] ?? field}: {from ?? none} → {to ?? none}
        </div>
      ))}
      {reason !== null && <div className="small muted">{t.because(reason)}</div>}
    </>
  )
}

function Actor({ entry: { actor, actorName, via, network } }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const { kind, name } = readActor(actor)
  const label = t.actorKinds[kind]
  if (name === undefined) return label
  return (
    <>
      {kind === 'portal-user' ? <Link to={pathOf.user(name)}>{actorName ?? name}</Link> : name}
      <div className="small muted">{label}</div>
      {via !== null && <div className="small muted">{t.via(readActor(via).name ?? via)}</div>}
      {network !== null && <div className="small muted">{t.from(network)}</div>}
    </>
  )
}

/** The record that was changed, with a link to its page. A record without a name is shown by its id. */
function Subject({ entry }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const subject = subjectOf(entry)
  const path = pathOfSubject(subject)
  const shown = subject.name ?? <span className="mono">{subject.id}</span>
  return (
    <>
      {path === null ? shown : <Link to={path}>{shown}</Link>}
      {subject.kind && <div className="small muted">{t.kinds[subject.kind]}</div>}
    </>
  )
}

interface AuditedRecord {
  /** `null` for a record without a page. */
  kind: 'account' | 'partner' | 'user' | 'mail' | 'coupon' | 'webhook' | null
  id: string
  name: string | null
}

/** For an entry about an account or a part of it, returns the account: only the account has a page. */
function subjectOf({ action, accountId, accountName, subjectId, subjectName }: AuditEntry): AuditedRecord {
  if (accountId !== null) return { kind: 'account', id: accountId, name: accountName }
  const firstWord = action.slice(0, action.indexOf('.')) as FirstWord<typeof action>
  return { kind: KINDS[firstWord], id: subjectId, name: subjectName }
}

function pathOfSubject({ kind, id, name }: AuditedRecord): string | null {
  if (kind === null) return null
  if (kind === 'coupon') return name === null ? null : pathOf.coupon(name)
  return pathOf[kind](id)
}

type FirstWord<Action> = Action extends `${infer Word}.${string}` ? Word : never

/** Kinds of the subjects of entries without an `accountId`, by the action's first word. `null` if they have no page. */
const KINDS: Record<FirstWord<AuditEntry['action']>, AuditedRecord['kind']> = {
  account: null,
  administrator: null,
  coupon: 'coupon',
  employer: null,
  note: null,
  operator: null,
  person: null,
  subscription: null,
  partner: 'partner',
  'portal-user': 'user',
  integration: 'user',
  mail: 'mail',
  webhook: 'webhook',
}
