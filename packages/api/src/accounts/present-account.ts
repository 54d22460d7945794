import type { Account, AccountDetail } from '@partner-accounts/core'
import type * as z from 'zod'
import { formatDateTime } from '../wire/date-time.ts'
import type { accountDetailSchema, accountSchema } from './account-schemas.ts'

export const presentAccount = (account: Account): z.infer<typeof accountSchema> => ({
  _id: account.id,
  _created: formatDateTime(account.createdAt),
  // Empty once erased.
  name: account.name || null,
  financial_email: account.financialEmail,
  cnpj: account.cnpj,
  active_employees: account.activeEmployees,
  subscription_employees: account.subscriptionEmployees,
  subscription_face_ids: account.subscriptionFaceIds,
})

export function presentAccountDetail(account: AccountDetail): z.infer<typeof accountDetailSchema> {
  const body = presentAccount(account)
  return account.apiToken === undefined ? body : { ...body, api_token: account.apiToken }
}
