import { issueCredentials } from './account-credentials.ts'
import type { AuthenticatedAccount } from './account-store.ts'
import { requireNotErased } from './employer.ts'
import type { ChangeInput, ExplainedChangeInput } from '../audit/actor.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { type Dependencies, inTransaction, type Stores } from '../dependencies.ts'
import { required } from '../errors.ts'
import { sha256 } from '../secrets/secrets.ts'

/**
 * Revokes the account's token. Idempotent.
 *
 * @throws `account-not-found`
 */
export const revokeApiToken = inTransaction(async (stores, { actor, id, reason }: ExplainedChangeInput) => {
  const { partnerId, apiTokenStatus } = required(await stores.accountDirectory.overview(id), 'account-not-found')
  const revoked = { id, apiTokenStatus: 'revoked' } as const
  if (apiTokenStatus === 'revoked') return revoked
  await stores.accountDirectory.setCredentials(id, { apiTokenHash: null, sealedApiToken: null })
  await record(stores, { actor, id, reason }, 'account.token-revoked', partnerId)
  return revoked
})

/**
 * Replaces the token and the secret, and returns the new ones. The secret cannot be read later.
 *
 * @throws `account-not-found`, `account-erased`
 */
export const reissueCredentials = inTransaction(async (stores, { actor, id, reason }: ExplainedChangeInput) => {
  const account = required(await stores.accountDirectory.lock(id), 'account-not-found')
  requireNotErased(account)
  const { partnerId } = account
  const { apiToken, secret, stored } = issueCredentials(id)
  await stores.accountDirectory.setCredentials(id, stored)
  await record(stores, { actor, id, reason }, 'account.token-reissued', partnerId)
  return { id, apiToken, secret }
})

/**
 * Stores the number of the account's active employees.
 *
 * @throws `account-not-found`
 */
export const reportUsage = inTransaction(
  async (stores, { actor, id, activeEmployees }: ChangeInput & { activeEmployees: number }) => {
    const partnerId = required(
      await stores.accountDirectory.setActiveEmployees(id, activeEmployees),
      'account-not-found',
    )
    await record(stores, { actor, id }, 'account.usage-reported', partnerId)
  },
)

/**
 * Returns the account of an `api_token`, for the account-level API.
 *
 * @param input.includeTest accepts tokens of test partners' accounts, too
 */
export async function authenticateApiToken(
  { stores }: Pick<Dependencies, 'stores'>,
  { apiToken, includeTest = false }: { apiToken: string; includeTest?: boolean | undefined },
): Promise<AuthenticatedAccount | undefined> {
  const account = await stores.accountDirectory.findByApiToken(sha256(apiToken))
  return account?.mode === 'test' && !includeTest ? undefined : account
}

const record = (
  { audit }: Stores,
  { actor, id, reason }: ExplainedChangeInput,
  action: AuditAction,
  partnerId: string,
) => audit.record({ actor, action, subjectId: id, partnerId, accountId: id, reason })
