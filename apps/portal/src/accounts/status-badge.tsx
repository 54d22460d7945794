import { useWords } from '@partner-accounts/ui'
import type { FoundAccount } from './list/criteria.ts'
import { listWords } from './list/list-words.ts'

const TONES = { pending: '', active: 'badge-good', canceled: 'badge-alert' }

/** The status of a subscription. */
export const StatusBadge = ({ status }: { status: FoundAccount['subscription_status'] }) => (
  <span className={`badge ${TONES[status]}`}>{useWords(listWords).statuses[status]}</span>
)
