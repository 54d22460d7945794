import {
  Button,
  ChoiceFilter,
  DayRangeFilter,
  FailureNotice,
  Page,
  useFormats,
  useLocale,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { dayOf, startOfDay } from '@partner-accounts/ui/days'
import { useState } from 'react'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { useFilters, valueIn } from '../records/use-filters.ts'
import { AuditEntries, type AuditFilter } from './audit-entries.tsx'
import { auditMessages } from './audit-messages.ts'
import { exportAudit } from './export-audit.ts'

const ACTOR = /^(portal-user|internal|operator|activation-link)(:.+)?$/
const RECORD_ID = /^[0-9a-f]{24}$/i

export function AuditPage() {
  const t = useMessages(auditMessages)
  const records = useMessages(recordMessages)
  const { filters, change, clear, isFiltered } = useFilters('actor', 'record', 'action', 'from', 'to')
  const { actor, record } = filters
  const action = valueIn(t.actions, filters.action)
  const from = dayOf(filters.from)
  const to = dayOf(filters.to)
  const filter: AuditFilter = {
    ...(ACTOR.test(actor) && { actor }),
    ...(RECORD_ID.test(record) && { recordId: record }),
    action,
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfDay(to, 1) }),
  }
  return (
    <Page title={t.title} lead={t.lead} actions={<ExportButton filter={filter} />}>
      <div className="two-columns">
        <FindForm
          label={t.actorLabel}
          hint={t.actorHint}
          text={actor}
          onFind={(text) => change({ actor: text })}
          {...(actor !== '' && !ACTOR.test(actor) && { error: t.invalidActor })}
        />
        <FindForm label={t.idLabel} text={record} onFind={(text) => change({ record: text })} />
      </div>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={t.action}
          all={records.allF}
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

function ExportButton({ filter }: { filter: AuditFilter }) {
  const t = useMessages(auditMessages)
  const locale = useLocale()
  const { number } = useFormats()
  const [count, setCount] = useState(0)
  const save = useAction({ mutationFn: () => exportAudit(filter, locale, setCount) })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? t.exporting(number(count)) : t.export}
      </Button>
      {save.isError && <FailureNotice error={save.error} retry={() => save.mutate()} />}
    </>
  )
}
