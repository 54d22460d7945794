import { ChoiceFilter, Page, useWords } from '@partner-accounts/ui'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters } from '../records/list-filters.tsx'
import { recordWords } from '../records/record-words.ts'
import { oneOf, useFilters } from '../records/use-filters.ts'
import { useMe } from '../session/me.ts'
import { MailList } from './mail-list.tsx'
import { mailWords } from './mail-words.ts'
import { RetryAllButton } from './retry-all-button.tsx'

const STATUSES = ['failed', 'queued', 'sent'] as const
const KINDS = Object.keys(recordWords.en.mailKinds) as (keyof typeof recordWords.en.mailKinds)[]

export function MailsPage() {
  const t = useWords(mailWords)
  const records = useWords(recordWords)
  const { filters, find, change, clear, isFiltered } = useFilters('status', 'kind')
  const status = oneOf(STATUSES, filters.status)
  const kind = oneOf(KINDS, filters.kind)
  const isAddress = find.includes('@')
  const { may } = useMe()
  const filter = { ...(kind !== undefined && { kind }), ...(isAddress && { recipient: find }) }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={may('support') && status === 'failed' && <RetryAllButton filter={filter} />}
    >
      <FindForm
        key={find}
        label={t.recipientLabel}
        text={find}
        onFind={(text) => change({ find: text })}
        {...(find !== '' && !isAddress && { error: t.invalid })}
      />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={records.status}
          all={records.all}
          options={STATUSES}
          texts={records.mailStatuses}
          value={status}
          onChange={(value) => change({ status: value ?? '' })}
        />
        <ChoiceFilter
          label={t.kind}
          all={records.all}
          options={KINDS}
          texts={records.mailKinds}
          value={kind}
          onChange={(value) => change({ kind: value ?? '' })}
        />
      </ListFilters>
      <MailList filter={{ ...filter, ...(status !== undefined && { status }) }} />
    </Page>
  )
}
