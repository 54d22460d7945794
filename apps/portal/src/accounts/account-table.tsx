import type { AppRouter } from '@partner-accounts/api'
import type { inferProcedureOutput } from '@trpc/server'
import { Link, useLocation } from 'react-router'
import { TableScroll, useFormats, useWords } from '@partner-accounts/ui'
import { accountsWords } from './accounts-words.ts'
import { maskCnpj } from './masks.ts'

type AccountPage = inferProcedureOutput<AppRouter['accounts']['list']>

export const AccountTable = ({ data }: { data: AccountPage }) => (
  <TableScroll label={useWords(accountsWords).caption}>
    <table className="table table-links">
      <Headings />
      <tbody>
        {data._items.map((account) => (
          <Row key={account._id} account={account} />
        ))}
      </tbody>
    </table>
  </TableScroll>
)

function Headings() {
  const t = useWords(accountsWords)
  return (
    <>
      <caption className="visually-hidden">{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">CNPJ</th>
          <th scope="col">{t.created}</th>
          <th scope="col" className="number">
            {t.active}
          </th>
          <th scope="col" className="number">
            {t.contracted}
          </th>
        </tr>
      </thead>
    </>
  )
}

function Row({ account }: { account: AccountPage['_items'][number] }) {
  const t = useWords(accountsWords)
  const { search } = useLocation()
  const formats = useFormats()
  return (
    <tr>
      <th scope="row">
        <Link to={`/portal/accounts/${account._id}`} state={{ list: search }}>
          {account.name ?? t.unnamed}
        </Link>
      </th>
      <td className="mono nowrap">{account.cnpj === null ? '—' : maskCnpj(account.cnpj)}</td>
      <td className="nowrap">{formats.date(account._created)}</td>
      <td className="number">{formats.number(account.active_employees)}</td>
      <td className="number">{formats.number(account.subscription_employees)}</td>
    </tr>
  )
}

const ROWS = Array.from({ length: 6 }, (_, index) => index)
const COLUMNS = Array.from({ length: 5 }, (_, index) => index)

export function AccountTableSkeleton() {
  const t = useWords(accountsWords)
  return (
    <div className="table-scroll">
      <p className="visually-hidden" role="status">
        {t.loading}
      </p>
      <table className="table" aria-hidden>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              {COLUMNS.map((column) => (
                <td key={column}>
                  <span className="skeleton" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
