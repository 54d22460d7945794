import { revealApiToken } from './account-credentials.ts'
import { type AccountIdentifier, parseAccountIdentifier } from './account-identifier.ts'
import type { Account } from './account.ts'
import type { Dependencies, Stores } from '../dependencies.ts'
import { DomainError } from '../errors.ts'

export interface FindAccountInput {
  partnerId: string
  /** An account id, or a tax ID without punctuation. */
  identifier: string
  /** A wrong secret is not an error (5.6). */
  secret: string | undefined
}

/** `apiToken` requires the secret (2.3), and is `null` once revoked. */
export interface AccountDetail extends Account {
  apiToken?: string | null
}

/**
 * Finds the partner's account (4.4).
 *
 * @throws `invalid-account-identifier`, `account-not-found`
 */
export async function findAccount(
  { stores }: Pick<Dependencies, 'stores'>,
  { partnerId, identifier, secret }: FindAccountInput,
): Promise<AccountDetail> {
  const parsed = parseAccountIdentifier(identifier)
  const found = await stores.accounts.find(partnerId, parsed)
  if (!found) throw await accountNotFound(stores, partnerId, parsed)

  const { account, credentials } = found
  const apiToken = secret === undefined ? undefined : revealApiToken(account.id, credentials, secret)
  return apiToken === undefined ? account : { ...account, apiToken }
}

/** Returns an error, which names the other mode (live or test) if the account exists there. */
export async function accountNotFound(
  { accounts, partners }: Pick<Stores, 'accounts' | 'partners'>,
  partnerId: string,
  identifier: AccountIdentifier,
): Promise<DomainError> {
  const testOf = (await partners.find(partnerId))?.testOf
  const other = await (testOf ? partners.find(testOf) : partners.findTestPartner(partnerId))
  const found = other && (await accounts.find(other.id, identifier))
  return new DomainError('account-not-found', { mode: found ? other.mode : undefined })
}
