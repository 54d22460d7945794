import { useQuery } from '@tanstack/react-query'
import { useMe } from '../permissions/me.ts'
import { client, type Outputs } from '../service/clients.ts'
import type { SheetRow } from '../spreadsheet/to-rows.ts'

type Account = Outputs['accounts']['findExisting'][number]

/** A row whose e-mail or document an account of the partner has. */
export interface ExistingRow {
  row: SheetRow
  account: Account
  /** Whether the e-mail is the same: such a row cannot be created. Otherwise the document is. */
  isEmail: boolean
}

/** The service accepts as many e-mails, and as many documents, in one request. */
const ROWS_PER_REQUEST = 500

const CNPJ = /^[0-9A-Z]{12}\d{2}$/i
const CPF = /^\d{11}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * Looks up which rows of a spreadsheet the partner has accounts for. Does nothing for users without the permission to read accounts.
 *
 * @returns undefined while the lookup runs, or when it failed: the creation of a row reports the same
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
