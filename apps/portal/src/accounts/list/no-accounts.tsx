import { ButtonLink, useMessages } from '@partner-accounts/ui'
import { useMe } from '../../permissions/me.ts'
import { accountsMessages } from '../accounts-messages.ts'
import { listMessages } from './list-messages.ts'

export function NoAccounts() {
  const t = useMessages(accountsMessages)
  const { mayCreate } = useMe()
  return (
    <div className="empty">
      <p className="empty-title">{t.emptyTitle}</p>
      <p className="muted">{mayCreate ? t.empty : t.emptyViewer}</p>
      {mayCreate && (
        <div className="row">
          <ButtonLink variant="primary" to="/portal/accounts/new">
            {t.create}
          </ButtonLink>
          <ButtonLink to="/portal/onboarding">{t.onboard}</ButtonLink>
        </div>
      )}
    </div>
  )
}

export function PastTheEnd() {
  const t = useMessages(accountsMessages)
  return (
    <div className="empty">
      <p className="empty-title">{t.pastEnd}</p>
      <ButtonLink to="/portal/accounts">{t.firstPage}</ButtonLink>
    </div>
  )
}

export function NothingFound() {
  const t = useMessages(listMessages)
  return (
    <div className="empty">
      <p className="empty-title">{t.nothing}</p>
      <p className="muted">{t.nothingText}</p>
    </div>
  )
}
