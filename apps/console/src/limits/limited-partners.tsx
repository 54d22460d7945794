import { StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import type { Filters, Inputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { limitMessages } from './limit-messages.ts'

const REFRESH_INTERVAL_MS = 30_000

interface LimitedPartnersProps {
  filter: Filters<Inputs['limits']['list']>
  isExcerpt?: boolean
}

export function LimitedPartners({ filter, isExcerpt = false }: LimitedPartnersProps) {
  const t = useMessages(limitMessages)
  const recordTexts = useMessages(recordMessages)
  const { number, exactTime } = useFormats()
  const query = useInfiniteQuery(
    useTRPC().internal.limits.list.infiniteQueryOptions(filter, {
      ...LIST_OPTIONS,
      refetchInterval: REFRESH_INTERVAL_MS,
    }),
  )
  return (
    <Records
      caption={t.title}
      query={query}
      isExcerpt={isExcerpt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => pathOf.partner(id)}
      empty={t.none}
      columns={[
        { heading: recordTexts.partner, cell: ({ name, mode }) => <PartnerLabel name={name} mode={mode} /> },
        {
          heading: recordTexts.status,
          cell: ({ status }) => <StatusBadge status={status} texts={recordTexts.partnerStatuses} />,
        },
        { heading: t.last, cell: ({ lastMinute }) => exactTime(lastMinute), className: 'nowrap' },
        { heading: t.rejected, cell: ({ requests }) => number(requests), className: 'number', isLabelled: true },
      ]}
    />
  )
}
