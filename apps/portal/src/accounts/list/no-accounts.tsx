import { ButtonLink, useMessages } from '@partner-accounts/ui'
import { useMe } from '../../permissions/me.ts'
import { accountsMessages } from '../accounts-messages.ts'
import { type Criteria, toListState, toQueryString } from './criteria.ts'
import { listMessages } from './list-messages.ts'

export function NoAccounts() {
  const t = useMessages(accountsMessages)
  const { mayCreate } = useMe()
  return (
    <div className="empty">
      <p className="empty-title">{t.emptyTitle}</p>
      {mayCreate ? <FirstSteps /> : <p className="muted">{t.emptyViewer}</p>}
    </div>
  )
}

function FirstSteps() {
  const { firstSteps: t } = useMessages(accountsMessages)
  const { mayManage } = useMe()
  const steps = [
    { ...t.create, to: '/portal/accounts/new' },
    { ...t.import, to: '/portal/import' },
    ...(mayManage ? [{ ...t.invite, to: '/portal/team' }] : []),
    { ...t.connect, to: '/portal/developers' },
  ]
  return (
    <ol className="first-steps">
      {steps.map(({ to, action, text }, index) => (
        <li key={to}>
          <p>{text}</p>
          <ButtonLink variant={index === 0 ? 'primary' : 'secondary'} to={to}>
            {action}
          </ButtonLink>
        </li>
      ))}
    </ol>
  )
}

export function PastTheEnd({ criteria }: { criteria: Criteria }) {
  const t = useMessages(accountsMessages)
  return (
    <div className="empty">
      <p className="empty-title">{t.pastEnd}</p>
      <ButtonLink to={toQueryString({ ...criteria, page: 1 })} state={toListState(criteria)}>
        {t.firstPage}
      </ButtonLink>
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
