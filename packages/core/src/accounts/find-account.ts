import { DomainError } from '../errors.ts'
import type { Account } from './account.ts'
import { revealApiToken } from './account-credentials.ts'
import { parseAccountIdentifier } from './account-identifier.ts'
import type { AccountStore } from './account-store.ts'

export interface FindAccountDependencies {
  accounts: AccountStore
}

/** One account (2.3). `apiToken` is there only for who gave the account's secret; null when revoked. */
export interface AccountDetail extends Account {
  apiToken?: string | null
}

/**
 * One account of the partner, by its id or by its employer's document (4.4).
 *
 * @param identifier an account id, a CNPJ or a CPF, without punctuation
 * @param secret the account's secret, if the caller has it; a wrong one is no error (5.6)
 * @throws DomainError `invalid-account-identifier`, `account-not-found`
 */
export async function findAccount(
  { accounts }: FindAccountDependencies,
  partnerId: string,
  identifier: string,
  secret: string | undefined,
): Promise<AccountDetail> {
  const found = await accounts.find(partnerId, parseAccountIdentifier(identifier))
  if (!found) throw new DomainError('account-not-found')

  const { credentials, ...account } = found
  const apiToken = secret === undefined ? undefined : revealApiToken(account.id, credentials, secret)
  return apiToken === undefined ? account : { ...account, apiToken }
}
