import { ChoiceFilter, Page, useMessages } from '@partner-accounts/ui'
import { ExportButton } from '../records/export-button.tsx'
import { EXPORT_PAGE_SIZE } from '../records/export-csv.ts'
import { ListFilters, OfPartner, OrderFilter, TestFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { parseId, useFilters, parseKey } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { type Subscription, SubscriptionList } from './subscription-list.tsx'
import { subscriptionMessages } from './subscription-messages.ts'

/** Columns of the CSV file, untranslated for programs that read it. */
const EXPORTED: (keyof Subscription)[] = [
  'id',
  'accountId',
  'accountName',
  'partnerId',
  'partnerName',
  'partnerMode',
  'status',
  'employees',
  'faceIds',
  'percentOff',
  'createdAt',
  'activatedAt',
  'canceledAt',
]

export function SubscriptionsPage() {
  const t = useMessages(subscriptionMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, change, clear, isFiltered, includeTest } = useFilters('partner', 'status', 'order', 'test')
  const partnerId = parseId(filters.partner)
  const status = parseKey(recordTexts.subscriptionStatuses, filters.status)
  const defaultOrder = status === 'pending' ? 'oldest' : 'newest'
  const order = parseKey(recordTexts.orders, filters.order) ?? defaultOrder
  const filter = { status, order, includeTest, ...(partnerId !== undefined && { partnerId }) }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <ExportButton
          name={t.exportName}
          columns={EXPORTED}
          read={(cursor) => client.internal.subscriptions.list.query({ ...filter, limit: EXPORT_PAGE_SIZE, cursor })}
        />
      }
    >
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={recordTexts.status}
          all={recordTexts.allFeminine}
          texts={recordTexts.subscriptionStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <OrderFilter order={order} onChange={change} />
        {partnerId === undefined && <TestFilter isOn={includeTest} onChange={change} />}
        {partnerId !== undefined && <OfPartner label={t.ofPartner} id={partnerId} />}
      </ListFilters>
      <SubscriptionList key={status} filter={{ ...filter, withTotal: true }} />
    </Page>
  )
}
