import { ButtonLink } from '../components/button.tsx'
import { useWords } from '../preferences/locale.ts'
import { useMe } from '../shell/me.ts'
import { accountsWords } from './accounts-words.ts'

export function NoAccounts() {
  const says = useWords(accountsWords)
  const { mayCreate } = useMe()
  return (
    <div className="empty">
      <p className="empty-title">{says.emptyTitle}</p>
      <p className="muted">{mayCreate ? says.empty : says.emptyViewer}</p>
      {mayCreate && (
        <div className="row">
          <ButtonLink look="primary" to="/portal/accounts/new">
            {says.create}
          </ButtonLink>
          <ButtonLink to="/portal/onboarding">{says.onboard}</ButtonLink>
        </div>
      )}
    </div>
  )
}

export function PastTheEnd() {
  const says = useWords(accountsWords)
  return (
    <div className="empty">
      <p className="empty-title">{says.pastEnd}</p>
      <ButtonLink to="/portal/accounts">{says.firstPage}</ButtonLink>
    </div>
  )
}
