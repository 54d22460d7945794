import { useQuery } from '@tanstack/react-query'
import { useMe } from '../permissions/me.ts'
import { client, type Outputs } from '../service/clients.ts'
import type { SheetRow } from '../spreadsheet/to-rows.ts'

type Account = Outputs['accounts']['findExisting'][number]

export interface ExistingRow {
  row: SheetRow
  account: Account
  /** `true` if the e-mail matches, so the row cannot be created; `false` if only the tax ID does. */
  isEmail: boolean
}

/** The service's limit for e-mails, and for tax IDs. */
const ROWS_PER_REQUEST = 500

const CNPJ = /^[0-9A-Z]{12}\d{2}$/i
const CPF = /^\d{11}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Finds rows that have accounts already, if the user may read accounts.
 * @returns `undefined` while loading or after a failure: creating the row reports the same
 */
export function useExistingAccounts(rows: readonly SheetRow[]): ExistingRow[] | undefined {
  const { mayRead } = useMe()
  const { data } = useQuery({
    queryKey: ['existing-accounts', rows],
    queryFn: () => findExisting(rows),
    enabled: mayRead,
    gcTime: 0,
    staleTime: Infinity,
  })
  return data
}

async function findExisting(rows: readonly SheetRow[]): Promise<ExistingRow[]> {
  const existing: ExistingRow[] = []
  for (let first = 0; first < rows.length; first += ROWS_PER_REQUEST) {
    const part = rows.slice(first, first + ROWS_PER_REQUEST)
    const valid = (pattern: RegExp, field: 'email' | 'company_doc.cnpj' | 'company_doc.cpf') =>
      part.map(({ draft }) => draft[field]).filter((text) => pattern.test(text))
    const accounts = await client.accounts.findExisting.mutate({
      emails: valid(EMAIL, 'email'),
      cnpjs: valid(CNPJ, 'company_doc.cnpj'),
      cpfs: valid(CPF, 'company_doc.cpf'),
    })
    existing.push(...part.flatMap((row) => matchOf(row, accounts) ?? []))
  }
  return existing
}

function matchOf(row: SheetRow, accounts: readonly Account[]): ExistingRow | undefined {
  const email = row.draft.email.toLowerCase()
  const byEmail = accounts.find((account) => account.administratorEmail.toLowerCase() === email)
  if (byEmail) return { row, account: byEmail, isEmail: true }
  const { 'company_doc.cnpj': cnpj, 'company_doc.cpf': cpf } = row.draft
  const byDocument = accounts.find(
    (account) => (cnpj !== '' && account.cnpj === cnpj.toUpperCase()) || (cpf !== '' && account.cpf === cpf),
  )
  return byDocument && { row, account: byDocument, isEmail: false }
}
