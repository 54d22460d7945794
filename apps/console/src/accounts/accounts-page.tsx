import { readTaxId } from '@partner-accounts/rules'
import { Page, useMessages } from '@partner-accounts/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FindForm } from '../records/find-form.tsx'
import { ListFilters } from '../records/list-filters.tsx'
import { PartnerName } from '../records/partner-name.tsx'
import { Records } from '../records/records.tsx'
import { useFilters } from '../records/use-filters.ts'
import { client } from '../service/client.ts'
import { pathOf } from '../service/paths.ts'
import { AccountList, type FoundAccount, useAccountColumns } from './account-list.tsx'
import { accountMessages } from './account-messages.ts'

const ID = /^[0-9a-f]{24}$/i

export function AccountsPage() {
  const t = useMessages(accountMessages)
  const { filters, find, change, clear, isFiltered } = useFilters('partner')
  const partner = ID.test(filters.partner) ? filters.partner : undefined
  const exact = readReference(find)
  return (
    <Page title={t.title} lead={t.lead}>
      <FindForm label={t.findLabel} text={find} onFind={(text) => change({ find: text })} />
      {isFiltered && (
        <ListFilters isFiltered onClear={clear}>
          {partner !== undefined && (
            <p>
              {t.ofPartner}{' '}
              <Link to={pathOf.partner(partner)}>
                <PartnerName id={partner} />
              </Link>
            </p>
          )}
        </ListFilters>
      )}
      {find === '' || exact ? (
        <AccountList filter={{ ...(partner !== undefined && { partnerId: partner }), ...exact }} />
      ) : (
        <FoundAccounts text={find} />
      )}
    </Page>
  )
}

function FoundAccounts({ text }: { text: string }) {
  const t = useMessages(accountMessages)
  const query = useInfiniteQuery({
    queryKey: ['found-accounts', text],
    queryFn: async (): Promise<{ items: FoundAccount[] }> => ({
      items: (await client.internal.records.search.query({ query: text })).accounts,
    }),
    initialPageParam: null,
    getNextPageParam: () => null,
  })
  return (
    <>
      <p className="small muted">{t.best}</p>
      <Records
        caption={t.title}
        query={query}
        keyOf={({ id }) => id}
        linkTo={({ id }) => pathOf.account(id)}
        empty={t.empty}
        columns={useAccountColumns<FoundAccount>()}
      />
    </>
  )
}

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Returns the filter for a complete tax ID or e-mail; `undefined` for other texts. */
function readReference(text: string): { document: string } | { email: string } | undefined {
  if (EMAIL.test(text)) return { email: text }
  const document = readTaxId(text)
  return document === undefined ? undefined : { document }
}
