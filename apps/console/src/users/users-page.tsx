import { ChoiceFilter, Page, useWords } from '@partner-accounts/ui'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters } from '../records/list-filters.tsx'
import { recordWords } from '../records/record-words.ts'
import { oneOf, useFilters } from '../records/use-filters.ts'
import { UserList } from './user-list.tsx'
import { userWords } from './user-words.ts'

const STATUSES = ['active', 'invited', 'disabled'] as const

export function UsersPage() {
  const t = useWords(userWords)
  const records = useWords(recordWords)
  const { filters, find, change, clear, isFiltered } = useFilters('status')
  const status = oneOf(STATUSES, filters.status)
  const isAddress = find.includes('@')
  return (
    <Page title={t.title} lead={t.lead}>
      <FindForm
        key={find}
        label={t.emailLabel}
        text={find}
        onFind={(text) => change({ find: text })}
        {...(find !== '' && !isAddress && { error: t.invalid })}
      />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={records.status}
          all={records.all}
          options={STATUSES}
          texts={records.userStatuses}
          value={status}
          onChange={(value) => change({ status: value ?? '' })}
        />
      </ListFilters>
      <UserList filter={{ ...(status !== undefined && { status }), ...(isAddress && { email: find }) }} />
    </Page>
  )
}
