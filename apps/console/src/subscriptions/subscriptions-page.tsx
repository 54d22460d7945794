import { ChoiceFilter, Page, useWords } from '@partner-accounts/ui'
import { ListFilters } from '../records/list-filters.tsx'
import { recordWords } from '../records/record-words.ts'
import { oneOf, useFilters } from '../records/use-filters.ts'
import { SubscriptionList } from './subscription-list.tsx'
import { subscriptionWords } from './subscription-words.ts'

const STATUSES = ['pending', 'active', 'canceled'] as const

export function SubscriptionsPage() {
  const t = useWords(subscriptionWords)
  const records = useWords(recordWords)
  const { filters, change, clear, isFiltered } = useFilters('status')
  const status = oneOf(STATUSES, filters.status)
  return (
    <Page title={t.title} lead={t.lead}>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={records.status}
          all={records.allF}
          options={STATUSES}
          texts={records.subscriptionStatuses}
          value={status}
          onChange={(value) => change({ status: value ?? '' })}
        />
      </ListFilters>
      <SubscriptionList key={status} {...(status !== undefined && { status })} />
    </Page>
  )
}
