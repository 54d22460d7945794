import { Link } from 'react-router'
import { RelativeTime, TableScroll, useFormats, useMessages } from '@partner-accounts/ui'
import { accountsMessages } from '../accounts-messages.ts'
import { SubscriptionBadge } from '../subscription-badge.tsx'
import { type Criteria, type FoundAccount, toListState, toQueryString } from './criteria.ts'
import { taxIdOf } from '@partner-accounts/ui/masks'
import { listMessages } from './list-messages.ts'
import { matchedValue } from './matched-value.ts'

interface AccountTableProps {
  accounts: readonly FoundAccount[]
  criteria: Criteria
}

export function AccountTable({ accounts, criteria }: AccountTableProps) {
  const t = useMessages(accountsMessages)
  const listTexts = useMessages(listMessages)
  return (
    <TableScroll label={t.caption}>
      <table className="table table-links">
        <caption className="visually-hidden">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{listTexts.columns.taxId}</th>
            <th scope="col">{listTexts.status}</th>
            <th scope="col">{t.created}</th>
            <th scope="col" className="number">
              {t.contracted}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Row key={account.id} account={account} criteria={criteria} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Row({ account, criteria }: { account: FoundAccount; criteria: Criteria }) {
  const t = useMessages(accountsMessages)
  const listTexts = useMessages(listMessages)
  const formats = useFormats()
  const { subscriptionStatus: status, administrator } = account
  const reason = matchedValue(account, criteria.query)
  return (
    <tr>
      <th scope="row">
        <Link
          to={`/portal/accounts/${account.id}`}
          state={{ ...toListState(criteria), queryString: toQueryString(criteria) }}
        >
          {account.name || t.erased}
        </Link>
        {reason !== undefined && <div className="small muted">{reason}</div>}
      </th>
      <td className="mono nowrap">{taxIdOf(account)}</td>
      <td className="nowrap table-status">
        <SubscriptionBadge status={status} />
        {status === 'active' && !administrator.isActivated && (
          <div className="small muted">{listTexts.administratorInvited}</div>
        )}
      </td>
      <td className="nowrap">
        <RelativeTime timestamp={account.createdAt} />
      </td>
      <td className="number">{formats.number(account.subscriptionEmployees)}</td>
    </tr>
  )
}
