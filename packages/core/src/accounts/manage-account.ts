import type { Actor, AuditAction } from '../audit/audit-trail.ts'
import { DomainError } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import { hashApiToken, issueCredentials } from './account-credentials.ts'
import type { AccountOverview } from './account-directory.ts'
import type { CreatedAccount } from './create-account.ts'

interface Dependencies {
  transact: Transact
}

/** @throws DomainError `account-not-found` */
export const showAccount = async (
  { accountDirectory }: Pick<Stores, 'accountDirectory'>,
  id: string,
): Promise<AccountOverview> => found(await accountDirectory.overview(id))

/**
 * Makes the account's token worthless; its detail then shows `null`. Revoking again changes nothing.
 *
 * @throws DomainError `account-not-found`
 */
export const revokeApiToken = ({ transact }: Dependencies, actor: Actor, id: string): Promise<void> =>
  transact(async (stores) => {
    const { partnerId, apiTokenStatus } = found(await stores.accountDirectory.overview(id))
    if (apiTokenStatus === 'revoked') return
    await stores.accountDirectory.setCredentials(id, { apiTokenHash: null, sealedApiToken: null })
    await record(stores, actor, 'account.token-revoked', id, partnerId)
  })

/**
 * A new token and a new secret in place of the old ones, which are worthless from now on. Shown this once.
 *
 * @throws DomainError `account-not-found`
 */
export const reissueCredentials = ({ transact }: Dependencies, actor: Actor, id: string): Promise<CreatedAccount> =>
  transact(async (stores) => {
    const { apiToken, secret, stored } = issueCredentials(id)
    const partnerId = found(await stores.accountDirectory.setCredentials(id, stored))
    await record(stores, actor, 'account.token-reissued', id, partnerId)
    return { id, apiToken, secret }
  })

/**
 * Notes how many employees of the account are active, as told by the application that owns them.
 *
 * @throws DomainError `account-not-found`
 */
export const reportUsage = (
  { transact }: Dependencies,
  actor: Actor,
  id: string,
  activeEmployees: number,
): Promise<void> =>
  transact(async (stores) => {
    const partnerId = found(await stores.accountDirectory.setActiveEmployees(id, activeEmployees))
    await record(stores, actor, 'account.usage-reported', id, partnerId)
  })

/** The account that an `api_token` opens, for the account-level API; undefined for any other text. */
export const authenticateApiToken = (
  { accountDirectory }: Pick<Stores, 'accountDirectory'>,
  apiToken: string,
): Promise<{ id: string; partnerId: string } | undefined> => accountDirectory.findByApiToken(hashApiToken(apiToken))

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new DomainError('account-not-found')
  return value
}

const record = ({ audit }: Stores, actor: Actor, action: AuditAction, accountId: string, partnerId: string) =>
  audit.record({ actor, action, subjectId: accountId, partnerId, accountId })
