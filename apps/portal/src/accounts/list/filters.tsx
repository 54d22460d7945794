import { ChoiceFilter, DayRangeFilter, useMessages } from '@partner-accounts/ui'
import type { Criteria } from './criteria.ts'
import { listMessages } from './list-messages.ts'

export function Filters({ criteria, onChange }: { criteria: Criteria; onChange: (criteria: Criteria) => void }) {
  const t = useMessages(listMessages)
  const change = (changes: Partial<Criteria>) => onChange({ ...criteria, ...changes, page: 1 })
  return (
    <div className="filters" role="group" aria-label={t.filters}>
      <ChoiceFilter
        label={t.status}
        all={t.all}
        texts={t.statuses}
        value={criteria.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label={t.administrator}
        all={t.allAdministrators}
        texts={t.administratorStatuses}
        value={criteria.administrator}
        onChange={(administrator) => change({ administrator })}
      />
      <DayRangeFilter label={t.created} from={criteria.from} to={criteria.to} onChange={change} />
      <ChoiceFilter
        label={t.order}
        texts={t.orders}
        value={criteria.order}
        onChange={(order) => change({ order: order ?? 'newest' })}
      />
    </div>
  )
}
