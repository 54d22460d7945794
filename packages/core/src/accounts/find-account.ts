import type { Dependencies } from '../dependencies.ts'
import { DomainError } from '../errors.ts'
import type { Account } from './account.ts'
import { revealApiToken } from './account-credentials.ts'
import { parseAccountIdentifier } from './account-identifier.ts'

export interface FindAccountInput {
  partnerId: string
  /** An account id, or a tax ID without punctuation. */
  identifier: string
  /** A wrong secret is not an error (5.6). */
  secret: string | undefined
}

/** An account (2.3). `apiToken` is present only for callers with the secret, and `null` once revoked. */
export interface AccountDetail extends Account {
  apiToken?: string | null
}

/**
 * Finds an account of the partner (4.4).
 *
 * @throws `invalid-account-identifier`, `account-not-found`
 */
export async function findAccount(
  { stores: { accounts } }: Pick<Dependencies, 'stores'>,
  { partnerId, identifier, secret }: FindAccountInput,
): Promise<AccountDetail> {
  const found = await accounts.find(partnerId, parseAccountIdentifier(identifier))
  if (!found) throw new DomainError('account-not-found')

  const { account, credentials } = found
  const apiToken = secret === undefined ? undefined : revealApiToken(account.id, credentials, secret)
  return apiToken === undefined ? account : { ...account, apiToken }
}
