import type { Dependencies } from '../dependencies.ts'
import { normalizeEmail } from '../identity/email.ts'
import type { ExistingAccount } from './account-store.ts'

export interface FindExistingAccountsInput {
  partnerId: string
  cnpjs: readonly string[]
  cpfs: readonly string[]
  emails: readonly string[]
}

/** Finds the partner's own accounts with any of the tax IDs or e-mails. Reveals nothing about other partners. */
export const findExistingAccounts = (
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, cnpjs, cpfs, emails }: FindExistingAccountsInput,
): Promise<ExistingAccount[]> =>
  accounts.findExisting(partnerId, {
    cnpjs: cnpjs.map((cnpj) => cnpj.toUpperCase()),
    cpfs,
    emails: emails.map(normalizeEmail).filter((email) => email !== undefined),
  })
