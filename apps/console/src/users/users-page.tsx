import { ChoiceFilter, Page, useMessages } from '@partner-accounts/ui'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters, OrderFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { UserList } from './user-list.tsx'
import { userMessages } from './user-messages.ts'

export function UsersPage() {
  const t = useMessages(userMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, searchText, change, clear, isFiltered } = useFilters('status', 'order')
  const status = parseKey(recordTexts.userStatuses, filters.status)
  const order = parseKey(recordTexts.orders, filters.order) ?? 'newest'
  return (
    <Page title={t.title} lead={t.lead}>
      <FindForm label={t.findLabel} text={searchText} onFind={(text) => change({ searchText: text })} />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={recordTexts.status}
          all={recordTexts.all}
          texts={recordTexts.userStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <OrderFilter order={order} onChange={change} />
      </ListFilters>
      {/* The service compares `email` with names, too. */}
      <UserList filter={{ status, email: searchText || undefined, order, withTotal: true }} />
    </Page>
  )
}
