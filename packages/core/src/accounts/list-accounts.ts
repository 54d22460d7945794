import type { AccountPage, AccountStore } from './account-store.ts'

export interface ListAccountsDependencies {
  accounts: AccountStore
}

/** Which part of the list is asked for. Both count from 1. */
export interface PageRequest {
  page: number
  pageSize: number
}

/** A page of the partner's accounts, from the most recent to the oldest (4.2). */
export const listAccounts = (
  { accounts }: ListAccountsDependencies,
  partnerId: string,
  { page, pageSize }: PageRequest,
): Promise<AccountPage> => accounts.page(partnerId, page, pageSize)
