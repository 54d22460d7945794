import type { Account, AccountWithCredentials } from '@partner-accounts/core'
import type { FIND } from '../../sql/account-statements.ts'

type AccountWithCredentialsRow = (typeof FIND)['id']['row']

export const toAccount = ([
  id,
  created,
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
]: AccountWithCredentialsRow['account']): Account => ({
  id,
  createdAt: new Date(Math.round(created)),
  name,
  financialEmail,
  cnpj,
  activeEmployees,
  subscriptionEmployees,
  subscriptionFaceIds,
})

export const toAccountWithCredentials = (row: AccountWithCredentialsRow): AccountWithCredentials => ({
  account: toAccount(row.account),
  credentials: {
    secretHash: row.secret_hash,
    apiTokenHash: row.api_token_hash,
    sealedApiToken: row.sealed_api_token,
  },
})
