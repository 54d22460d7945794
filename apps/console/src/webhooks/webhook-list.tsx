import { RelativeTime, StatusBadge, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PartnerName } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { type Column, Records } from '../records/records.tsx'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { webhookMessages } from './webhook-messages.ts'

type Webhook = Outputs['webhooks']['list']['items'][number]

export function WebhookList({ filter }: { filter: Filters<Inputs['webhooks']['list']> }) {
  const t = useMessages(webhookMessages)
  const recordTexts = useMessages(recordMessages)
  const query = useInfiniteQuery(useTRPC().internal.webhooks.list.infiniteQueryOptions(filter, LIST_OPTIONS))
  const partner: Column<Webhook> = {
    heading: recordTexts.partner,
    cell: ({ partnerId }) => <PartnerName id={partnerId} />,
  }
  return (
    <Records
      caption={t.title}
      query={query}
      keyOf={({ id }) => id}
      linkTo={({ id }) => pathOf.webhook(id)}
      empty={filter?.isFailing ? t.noneFailing : t.empty}
      columns={[
        { heading: t.url, cell: ({ url }) => url, className: 'email' },
        ...(filter?.partnerId == null ? [partner] : []),
        { heading: recordTexts.status, cell: ({ status }) => <StatusBadge status={status} texts={t.statuses} /> },
        {
          heading: t.failingSince,
          cell: ({ failingSince }) =>
            failingSince === null ? recordTexts.none : <RelativeTime timestamp={failingSince} />,
          className: 'nowrap',
          isLabelled: true,
        },
      ]}
    />
  )
}
