import { ChoiceFilter, Page, useMessages } from '@partner-accounts/ui'
import { ListFilters, OrderFilter, TestFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { useFilters, valueIn } from '../records/use-filters.ts'
import { SubscriptionList } from './subscription-list.tsx'
import { subscriptionMessages } from './subscription-messages.ts'

export function SubscriptionsPage() {
  const t = useMessages(subscriptionMessages)
  const records = useMessages(recordMessages)
  const { filters, change, clear, isFiltered, includeTest } = useFilters('status', 'order', 'test')
  const status = valueIn(records.subscriptionStatuses, filters.status)
  const order = valueIn(records.orders, filters.order) ?? (status === 'pending' ? 'oldest' : 'newest')
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
        <OrderFilter order={order} onChange={change} />
        <TestFilter isOn={includeTest} onChange={change} />
      </ListFilters>
      <SubscriptionList key={status} filter={{ status, order, includeTest, withTotal: true }} />
    </Page>
  )
}
