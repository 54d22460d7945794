import type { Account, AccountWithCredentials } from '@partner-accounts/core'
import type { FIND, PAGE } from '../../sql/account-statements.ts'

type PageRow = typeof PAGE.row
type AccountWithCredentialsRow = (typeof FIND)['id']['row']
type AccountRow = Omit<AccountWithCredentialsRow, 'secret_hash' | 'api_token_hash' | 'sealed_api_token'>

/** Returns false for the only row of a page without accounts, which holds the total. */
export const hasAccount = (row: PageRow): row is PageRow & AccountRow => row.id !== null

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  createdAt: new Date(Math.round(row.created)),
  name: row.name,
  financialEmail: row.financial_email,
  cnpj: row.cnpj,
  activeEmployees: row.active_employees,
  subscriptionEmployees: row.subscription_employees,
  subscriptionFaceIds: row.subscription_face_ids,
})

export const toAccountWithCredentials = (row: AccountWithCredentialsRow): AccountWithCredentials => ({
  ...toAccount(row),
  credentials: {
    secretHash: row.secret_hash,
    apiTokenHash: row.api_token_hash,
    sealedApiToken: row.sealed_api_token,
  },
})
