import { textOf } from '../preferences/words.ts'

const TONES: Record<string, string> = {
  active: 'badge-good',
  sent: 'badge-good',
  pending: 'badge-caution',
  invited: 'badge-caution',
  suspended: 'badge-alert',
  disabled: 'badge-alert',
  canceled: 'badge-alert',
  failed: 'badge-alert',
  revoked: 'badge-alert',
}

export const StatusBadge = <Status extends string>({
  status,
  texts,
}: {
  status: Status
  texts: Record<Status, string>
}) => <span className={`badge ${TONES[status] ?? ''}`}>{textOf(texts, status)}</span>
