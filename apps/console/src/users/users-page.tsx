import { ChoiceFilter, Page, useWords } from '@partner-accounts/ui'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters } from '../records/list-filters.tsx'
import { recordWords } from '../records/record-words.ts'
import { useFilters, valueIn } from '../records/use-filters.ts'
import { UserList } from './user-list.tsx'
import { userWords } from './user-words.ts'

export function UsersPage() {
  const t = useWords(userWords)
  const records = useWords(recordWords)
  const { filters, find, change, clear, isFiltered } = useFilters('status')
  const status = valueIn(records.userStatuses, filters.status)
  return (
    <Page title={t.title} lead={t.lead}>
      <FindForm label={t.findLabel} text={find} onFind={(text) => change({ find: text })} />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={records.status}
          all={records.all}
          texts={records.userStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
      </ListFilters>
      <UserList filter={{ status, email: find || undefined }} />
    </Page>
  )
}
