import { Notice, SUPPORT_URL, useMessages } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import type { ShownAccount } from './account-facts.tsx'
import { accountMessages } from './accounts-messages.ts'

/** Explains what an account waits for, and whom to ask when its data is wrong. */
export function NextStep({ account }: { account: ShownAccount }) {
  const t = useMessages(accountMessages)
  const { mode } = useMe().me.partner
  const { subscription, administratorStatus, erasedAt } = account
  if (erasedAt !== null) return null
  const isPending = subscription.status === 'pending'
  const awaitsAdministrator = subscription.status === 'active' && administratorStatus === 'invited'
  if (!isPending && !awaitsAdministrator) return null
  if (mode === 'test') return isPending ? <Notice>{t.pendingInTest}</Notice> : null
  return (
    <Notice>
      <p>{isPending ? t.pending : t.awaitsAdministrator}</p>
      <p className="small">
        {t.wrongData} {SUPPORT_URL !== '' && <a href={SUPPORT_URL}>{t.support}</a>}
      </p>
    </Notice>
  )
}
