import { ButtonLink, useWords } from '@partner-accounts/ui'
import { useMe } from '../../permissions/me.ts'
import { accountsWords } from '../accounts-words.ts'
import { listWords } from './list-words.ts'

export function NoAccounts() {
  const t = useWords(accountsWords)
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
  const t = useWords(accountsWords)
  return (
    <div className="empty">
      <p className="empty-title">{t.pastEnd}</p>
      <ButtonLink to="/portal/accounts">{t.firstPage}</ButtonLink>
    </div>
  )
}

export function NothingFound() {
  const t = useWords(listWords)
  return (
    <div className="empty">
      <p className="empty-title">{t.nothing}</p>
      <p className="muted">{t.nothingText}</p>
    </div>
  )
}
