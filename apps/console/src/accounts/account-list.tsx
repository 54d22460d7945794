import { StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { type Column, Records } from '../records/records.tsx'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { accountMessages } from './account-messages.ts'

export type ListedAccount = Outputs['accounts']['list']['items'][number]
export type FoundAccount = Outputs['records']['search']['accounts'][number]
export type AccountFilter = Filters<Inputs['accounts']['list']>

export function AccountList({ filter }: { filter: AccountFilter }) {
  const t = useMessages(accountMessages)
  const recordTexts = useMessages(recordMessages)
  const query = useInfiniteQuery(useTRPC().internal.accounts.list.infiniteQueryOptions(filter, LIST_OPTIONS))
  const [name, ...columns] = useAccountColumns<ListedAccount>()
  const partner: Column<ListedAccount> = {
    heading: recordTexts.partner,
    cell: ({ partnerName, partnerMode }) => <PartnerLabel name={partnerName} mode={partnerMode} />,
  }
  return (
    <Records
      caption={t.title}
      query={query}
      keyOf={({ id }) => id}
      linkTo={({ id }) => pathOf.account(id)}
      empty={t.empty}
      columns={[name, ...(filter.partnerId == null ? [partner] : []), ...columns]}
    />
  )
}

export function useAccountColumns<T extends ListedAccount | FoundAccount>(): [Column<T>, ...Column<T>[]] {
  const t = useMessages(accountMessages)
  const recordTexts = useMessages(recordMessages)
  const { date } = useFormats()
  return [
    { heading: recordTexts.name, cell: ({ name }) => name || recordTexts.erased },
    { heading: t.taxId, cell: (account) => taxIdOf(account), className: 'mono nowrap' },
    { heading: t.administrator, cell: ({ administratorEmail: email }) => email, className: 'email' },
    {
      heading: t.subscription,
      cell: ({ subscriptionStatus: status }) => (
        <StatusBadge status={status} texts={recordTexts.subscriptionStatuses} />
      ),
    },
    { heading: recordTexts.created, cell: ({ createdAt }) => date(createdAt), className: 'nowrap' },
  ]
}
