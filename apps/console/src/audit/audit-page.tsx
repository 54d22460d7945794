import { ChoiceFilter, DayRangeFilter, Page, useMessages } from '@partner-accounts/ui'
import { dayOf, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import { ExportButton } from '../records/export-button.tsx'
import { EXPORT_PAGE_SIZE } from '../records/export-csv.ts'
import { ListFilters } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { parseId, useFilters, parseKey } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { isActor } from './actor.ts'
import { AuditEntries, type AuditEntry, type AuditFilter } from './audit-entries.tsx'
import { auditMessages } from './audit-messages.ts'
import { findActors, findSubjects } from './find-matches.ts'
import { LookupForm } from './lookup-form.tsx'

/** Columns of the CSV file, untranslated for programs that read it. */
const EXPORTED: (keyof AuditEntry)[] = [
  'at',
  'actor',
  'actorName',
  'via',
  'network',
  'action',
  'count',
  'subjectId',
  'subjectName',
  'partnerId',
  'partnerName',
  'accountId',
  'accountName',
  'changes',
  'reason',
]

export function AuditPage() {
  const t = useMessages(auditMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, change, clear, isFiltered } = useFilters('actor', 'record', 'action', 'from', 'to')
  const { actor, record } = filters
  const action = parseKey(t.actions, filters.action)
  const from = dayOf(filters.from)
  const to = dayOf(filters.to)
  const filter: AuditFilter = {
    ...(isActor(actor) && { actor }),
    ...(parseId(record) !== undefined && { recordId: record }),
    action,
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfNextDay(to) }),
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <ExportButton
          name={t.exportName}
          columns={EXPORTED}
          read={(cursor) => client.internal.audit.list.query({ ...filter, limit: EXPORT_PAGE_SIZE, cursor })}
        />
      }
    >
      <div className="two-columns">
        <LookupForm
          label={t.actorLabel}
          hint={t.actorHint}
          text={actor}
          isValue={isActor}
          lookUp={findActors}
          onFind={(value) => change({ actor: value })}
        />
        <LookupForm
          label={t.record}
          hint={t.recordHint}
          text={record}
          isValue={(text) => parseId(text) !== undefined}
          lookUp={findSubjects}
          onFind={(value) => change({ record: value })}
        />
      </div>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={t.action}
          all={recordTexts.allFeminine}
          texts={t.actions}
          value={action}
          onChange={(value) => change({ action: value })}
        />
        <DayRangeFilter label={t.when} from={from} to={to} onChange={(range) => change({ ...range })} />
      </ListFilters>
      <AuditEntries filter={{ ...filter, withTotal: true }} />
    </Page>
  )
}
