import { readTaxId } from '@partner-accounts/rules'
import { ChoiceFilter, DayRangeFilter, Page, useMessages } from '@partner-accounts/ui'
import { dayOf, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportButton } from '../records/export-button.tsx'
import { EXPORT_PAGE_SIZE } from '../records/export-csv.ts'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters, OfPartner, OrderFilter, TestFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import { parseId, useFilters, parseKey } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { pathOf } from '../service/paths.ts'
import {
  type AccountFilter,
  AccountList,
  type FoundAccount,
  type ListedAccount,
  useAccountColumns,
} from './account-list.tsx'
import { accountMessages } from './account-messages.ts'

/** Columns of the CSV file, untranslated for programs that read it. */
const EXPORTED: (keyof ListedAccount)[] = [
  'id',
  'createdAt',
  'partnerId',
  'partnerName',
  'partnerMode',
  'name',
  'cpf',
  'cnpj',
  'administratorEmail',
  'subscriptionStatus',
  'subscriptionEmployees',
]

export function AccountsPage() {
  const t = useMessages(accountMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, searchText, change, clear, isFiltered, includeTest } = useFilters(
    'partner',
    'status',
    'order',
    'test',
    'from',
    'to',
  )
  const partnerId = parseId(filters.partner)
  const status = parseKey(recordTexts.subscriptionStatuses, filters.status)
  const order = parseKey(recordTexts.orders, filters.order) ?? 'newest'
  const reference = readReference(searchText)
  // A complete tax ID or e-mail filters the list. Any other text finds the best matches, which cannot be sorted or exported.
  const isSearch = searchText !== '' && !reference
  const from = dayOf(filters.from)
  const to = dayOf(filters.to)
  const filter: AccountFilter = {
    status,
    order,
    includeTest,
    ...(partnerId !== undefined && { partnerId }),
    ...(from !== '' && { from: startOfDay(from) }),
    ...(to !== '' && { to: startOfNextDay(to) }),
    ...reference,
  }
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        !isSearch && (
          <ExportButton
            name={t.exportName}
            columns={EXPORTED}
            read={(cursor) => client.internal.accounts.list.query({ ...filter, limit: EXPORT_PAGE_SIZE, cursor })}
          />
        )
      }
    >
      <FindForm label={t.findLabel} text={searchText} onFind={(text) => change({ searchText: text })} />
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={t.subscription}
          all={recordTexts.allFeminine}
          texts={recordTexts.subscriptionStatuses}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        {!isSearch && <OrderFilter order={order} onChange={change} />}
        {!isSearch && (
          <DayRangeFilter label={recordTexts.created} from={from} to={to} onChange={(range) => change({ ...range })} />
        )}
        {searchText === '' && partnerId === undefined && <TestFilter isOn={includeTest} onChange={change} />}
        {!isSearch && partnerId !== undefined && <OfPartner label={t.ofPartner} id={partnerId} />}
      </ListFilters>
      {isSearch ? (
        <FoundAccounts text={searchText} status={status} />
      ) : (
        <AccountList filter={{ ...filter, withTotal: true }} />
      )}
    </Page>
  )
}

function FoundAccounts({ text, status }: { text: string; status: AccountFilter['status'] }) {
  const t = useMessages(accountMessages)
  const query = useInfiniteQuery({
    queryKey: ['found-accounts', text, status],
    queryFn: async (): Promise<{ items: FoundAccount[] }> => ({
      items: (await client.internal.records.search.query({ query: text, accountStatus: status })).accounts,
    }),
    initialPageParam: null,
    // There is only one page.
    getNextPageParam: () => null,
  })
  return (
    <>
      <p className="small muted">{t.best}</p>
      <Records
        caption={t.title}
        query={query}
        keyOf={({ id }) => id}
        linkTo={({ id }) => pathOf.account(id)}
        empty={t.empty}
        columns={useAccountColumns<FoundAccount>()}
      />
    </>
  )
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Returns the filter for a complete tax ID or e-mail; `undefined` for any other text. */
function readReference(text: string): { taxId: string } | { email: string } | undefined {
  if (EMAIL.test(text)) return { email: text }
  const taxId = readTaxId(text)
  return taxId === undefined ? undefined : { taxId }
}
