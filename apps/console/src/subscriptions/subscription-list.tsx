import { RelativeTime, StatusBadge, useFormats, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PartnerLabel } from '../records/partner-name.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { Records } from '../records/records.tsx'
import type { Filters, Inputs, Outputs } from '../service/client.ts'
import { LIST_OPTIONS } from '../service/list-options.ts'
import { pathOf } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { useMe } from '../session/me.ts'
import { ActivateChosen } from './activate-chosen.tsx'
import { subscriptionMessages } from './subscription-messages.ts'

export type Subscription = Outputs['subscriptions']['list']['items'][number]

interface SubscriptionListProps {
  filter: Filters<Inputs['subscriptions']['list']>
  isExcerpt?: boolean
}

export function SubscriptionList({ filter, isExcerpt = false }: SubscriptionListProps) {
  const t = useMessages(subscriptionMessages)
  const recordTexts = useMessages(recordMessages)
  const { date, number } = useFormats()
  const { may } = useMe()
  const query = useInfiniteQuery(useTRPC().internal.subscriptions.list.infiniteQueryOptions(filter, LIST_OPTIONS))
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? []
  const pending = shown.filter((subscription) => subscription.status === 'pending').map(({ accountId: id }) => id)
  const { chosen, choose, clear } = useChosen(pending)
  const control = {
    heading: (
      <input
        type="checkbox"
        aria-label={t.chooseAll}
        checked={chosen.length === pending.length}
        onChange={({ currentTarget }) => choose(pending, currentTarget.checked)}
      />
    ),
    cell: ({ accountId: id, accountName: name, status }: Subscription) =>
      status === 'pending' && (
        <input
          type="checkbox"
          aria-label={t.choose(name)}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => choose([id], currentTarget.checked)}
        />
      ),
  }
  return (
    <>
      <Records
        caption={t.title}
        query={query}
        isExcerpt={isExcerpt}
        keyOf={({ id }) => id}
        linkTo={({ accountId: id }) => pathOf.account(id)}
        empty={filter.status === 'pending' ? t.nonePending : t.empty}
        {...(may('support') && pending.length > 0 && { control })}
        columns={[
          { heading: t.account, cell: ({ accountName: name }) => name || recordTexts.erased },
          {
            heading: recordTexts.partner,
            cell: ({ partnerName: name, partnerMode: mode }) => <PartnerLabel name={name} mode={mode} />,
          },
          {
            heading: recordTexts.status,
            cell: (subscription) => (
              <StatusBadge status={subscription.status} texts={recordTexts.subscriptionStatuses} />
            ),
          },
          {
            heading: t.since,
            cell: ({ status, createdAt, activatedAt, canceledAt }) =>
              status === 'pending' ? (
                <RelativeTime timestamp={createdAt} />
              ) : (
                date(canceledAt ?? activatedAt ?? createdAt)
              ),
            className: 'nowrap',
          },
          { heading: t.employees, cell: ({ employees }) => number(employees), className: 'number', isLabelled: true },
        ]}
      />
      {chosen.length > 0 && <ActivateChosen accountIds={chosen} onDone={clear} />}
    </>
  )
}

/** Keeps which of the pending subscriptions are chosen, by the ids of their accounts. */
function useChosen(pending: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Other operators may have activated some of the chosen subscriptions meanwhile.
  const chosen = pending.filter((id) => ids.has(id))
  const choose = (changed: readonly string[], isChosen: boolean) => {
    const others = chosen.filter((id) => !changed.includes(id))
    setIds(new Set(isChosen ? [...others, ...changed] : others))
  }
  return { chosen, choose, clear: () => setIds(new Set()) }
}
