import { StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { mailMessages } from './mail-messages.ts'

export type Mail = Outputs['mails']['list']['items'][number]
export type MailFilter = Filters<Inputs['mails']['list']>

export function MailList({ filter, isExcerpt = false }: { filter: MailFilter; isExcerpt?: boolean }) {
  const t = useMessages(mailMessages)
  const recordTexts = useMessages(recordMessages)
  const { exactTime } = useFormats()
  const query = useInfiniteQuery(useTRPC().internal.mails.list.infiniteQueryOptions(filter, LIST_OPTIONS))
  return (
    <Records
      caption={t.title}
      query={query}
      isExcerpt={isExcerpt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => pathOf.mail(id)}
      empty={t.empty}
      columns={[
        { heading: t.kind, cell: ({ kind }) => recordTexts.mailKinds[kind] },
        { heading: t.recipient, cell: ({ recipient }) => recipient, className: 'email' },
        {
          heading: recordTexts.status,
          cell: ({ status }) => <StatusBadge status={status} texts={recordTexts.mailStatuses} />,
        },
        { heading: t.created, cell: ({ createdAt }) => exactTime(createdAt), className: 'nowrap' },
        { heading: t.error, cell: ({ lastError }) => lastError ?? recordTexts.none, className: 'email' },
        { heading: t.attempts, cell: ({ attempts }) => attempts, className: 'number' },
      ]}
    />
  )
}
