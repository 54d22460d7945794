import { ChoiceFilter, Page, useMessages } from '@partner-accounts/ui'
import { emailIn, FindEmailForm } from '../records/find-form.tsx'
import { ListFilters, OrderFilter, TestFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { useMe } from '../session/me.ts'
import { MailList } from './mail-list.tsx'
import { mailMessages } from './mail-messages.ts'
import { RetryAllButton } from './retry-all-button.tsx'

export function MailsPage() {
  const t = useMessages(mailMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, searchText, change, clear, isFiltered, includeTest } = useFilters('status', 'kind', 'order', 'test')
  const status = parseKey(recordTexts.mailStatuses, filters.status)
  const order = parseKey(recordTexts.orders, filters.order) ?? 'newest'
  const { may } = useMe()
  const filter = { kind: parseKey(recordTexts.mailKinds, filters.kind), recipient: emailIn(searchText) }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        may('support') &&
        // Without a complete e-mail, it would retry the mails of all recipients.
        (searchText === '' || filter.recipient !== undefined) &&
        (status === 'failed' || status === 'queued') && <RetryAllButton filter={{ ...filter, status }} />
      }
    >
      <FindEmailForm label={t.recipientLabel} text={searchText} onFind={(text) => change({ searchText: text })} />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={recordTexts.status}
          all={recordTexts.all}
          texts={recordTexts.mailStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <ChoiceFilter
          label={t.kind}
          all={recordTexts.all}
          texts={recordTexts.mailKinds}
          value={filter.kind}
          onChange={(value) => change({ kind: value })}
        />
        <OrderFilter order={order} onChange={change} />
        {searchText === '' && <TestFilter isOn={includeTest} onChange={change} />}
      </ListFilters>
      <MailList filter={{ ...filter, status, order, includeTest, withTotal: true }} />
    </Page>
  )
}
