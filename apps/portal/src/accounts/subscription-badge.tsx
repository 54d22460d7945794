import { StatusBadge, useWords } from '@partner-accounts/ui'
import type { FoundAccount } from './list/criteria.ts'
import { listWords } from './list/list-words.ts'

export const SubscriptionBadge = ({ status }: { status: FoundAccount['subscriptionStatus'] }) => (
  <StatusBadge status={status} texts={useWords(listWords).statuses} />
)
