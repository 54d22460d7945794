import { StatusBadge, useMessages } from '@partner-accounts/ui'
import type { FoundAccount } from './list/criteria.ts'
import { listMessages } from './list/list-messages.ts'

export const SubscriptionBadge = ({ status }: { status: FoundAccount['subscriptionStatus'] }) => (
  <StatusBadge status={status} texts={useMessages(listMessages).statuses} />
)
