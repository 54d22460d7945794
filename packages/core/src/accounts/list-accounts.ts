import type { Dependencies } from '../dependencies.ts'
import type { AccountPage } from './account-store.ts'

/** The requested page of the partner's list. The first page is 1. */
export interface ListAccountsInput {
  partnerId: string
  page: number
  pageSize: number
}

/** Returns a page of the partner's accounts, from the most recent to the oldest (4.2). */
export const listAccounts = (
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, page, pageSize }: ListAccountsInput,
): Promise<AccountPage> => accounts.page(partnerId, page, pageSize)
