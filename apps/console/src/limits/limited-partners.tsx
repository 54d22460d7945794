import { StatusBadge, useFormats, useWords } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordWords } from '../records/record-words.ts'
import { Records } from '../records/records.tsx'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { limitWords } from './limit-words.ts'

const REFRESH_INTERVAL_MS = 30_000

export function LimitedPartners({ minutes, isExcerpt = false }: { minutes: number; isExcerpt?: boolean }) {
  const t = useWords(limitWords)
  const records = useWords(recordWords)
  const { number, timeOfDay } = useFormats()
  const query = useInfiniteQuery(
    useTRPC().internal.limits.list.infiniteQueryOptions(
      { minutes },
      {
        ...LIST_OPTIONS,
        refetchInterval: REFRESH_INTERVAL_MS,
      },
    ),
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
        { heading: records.partner, cell: ({ name }) => name },
        {
          heading: records.status,
          cell: ({ status }) => <StatusBadge status={status} texts={records.partnerStatuses} />,
        },
        { heading: t.last, cell: ({ lastMinute }) => timeOfDay(lastMinute), className: 'nowrap' },
        { heading: t.rejected, cell: ({ requests }) => number(requests), className: 'number', isLabelled: true },
      ]}
    />
  )
}
