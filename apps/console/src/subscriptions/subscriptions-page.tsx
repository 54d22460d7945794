import { ChoiceFilter, Page, useWords } from '@partner-accounts/ui'
import { ListFilters } from '../records/list-filters.tsx'
import { recordWords } from '../records/record-words.ts'
import { useFilters, valueIn } from '../records/use-filters.ts'
import { SubscriptionList } from './subscription-list.tsx'
import { subscriptionWords } from './subscription-words.ts'

export function SubscriptionsPage() {
  const t = useWords(subscriptionWords)
  const records = useWords(recordWords)
  const { filters, change, clear, isFiltered } = useFilters('status')
  const status = valueIn(records.subscriptionStatuses, filters.status)
  return (
    <Page title={t.title} lead={t.lead}>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={records.status}
          all={records.allF}
          texts={records.subscriptionStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
      </ListFilters>
      <SubscriptionList key={status} {...(status !== undefined && { status })} />
    </Page>
  )
}
