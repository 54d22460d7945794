import type { Administrator } from './administrator.ts'
import type { Employer } from './employer.ts'
import type { Dependencies } from '../dependencies.ts'
import type { PortalUserAccess } from '../identity/portal-user.ts'
import type { Address } from './unit.ts'
import { issueActivationToken } from '../identity/activation-link.ts'
import type { NewAccount } from './account.ts'
import { issueCredentials } from './account-credentials.ts'
import { IdempotencyKey } from './idempotency.ts'
import { activationMails } from './activation-mails.ts'

/** A partner's new customer (2.6). */
export interface CreateAccountRequest {
  employeesQuantity: number
  administrator: Administrator
  employer: Employer
  address: Address
}

/** The response to a creation (2.7). No other response contains the secret. */
export interface CreatedAccount {
  id: string
  apiToken: string
  secret: string
}

export interface CreateAccountInput {
  creator: Pick<PortalUserAccess, 'userId' | 'partnerId' | 'partnerMode'>
  request: CreateAccountRequest
  /** Requests with the same key get the first result, for a day. */
  idempotencyKey?: string | undefined
}

/**
 * Creates an account (4.3) with its administrator, employer, subscription, sample work schedule, and unit at the
 * employer's address.
 *
 * @throws `administrator-email-taken`, `invalid-idempotency-key`, `idempotency-key-reused`,
 * `idempotent-request-in-flight`
 */
export async function createAccount(
  {
    stores,
    newId,
    sealingKeys,
    subscriptionActivation,
    onAccountCreated,
  }: Pick<Dependencies, 'stores' | 'newId' | 'sealingKeys' | 'subscriptionActivation' | 'onAccountCreated'>,
  { creator, request, idempotencyKey }: CreateAccountInput,
): Promise<CreatedAccount & { isReplay: boolean }> {
  const { userId, partnerId, partnerMode } = creator
  const { administrator, employer, address, employeesQuantity: employees } = request
  const key = idempotencyKey === undefined ? undefined : new IdempotencyKey(idempotencyKey, partnerId, sealingKeys)
  const id = newId()
  const { apiToken, secret, stored: credentials } = issueCredentials(id)
  const account: NewAccount = {
    id,
    partnerId,
    partnerMode,
    credentials,
    administrator,
    employer,
    unit: { id: newId(), name: employer.tradeName, address },
    workScheduleId: newId(),
    subscription: { id: newId(), employees },
    activation: subscriptionActivation === 'immediate' ? newActivation(id, partnerId, request) : undefined,
  }
  const creation = key?.sealCreation(request, { id, apiToken, secret } satisfies CreatedAccount)

  const outcome = await stores.accounts.create(account, userId, creation)
  if (key && outcome.kind === 'replayed') {
    return { ...parseCreated(key.open(outcome.sealedResponse)), isReplay: true }
  }
  if (partnerMode !== 'test') onAccountCreated?.()
  return { id, apiToken, secret, isReplay: false }
}

/** @throws Error if another version of the service stored something else */
function parseCreated(stored: unknown): CreatedAccount {
  const { id, apiToken, secret } = (stored ?? {}) as Record<string, unknown>
  if (typeof id === 'string' && typeof apiToken === 'string' && typeof secret === 'string')
    return { id, apiToken, secret }
  throw new Error('a stored response is not a created account')
}

function newActivation(
  accountId: string,
  partnerId: string,
  { administrator, employer }: CreateAccountRequest,
): NewAccount['activation'] {
  const { token, stored: link } = issueActivationToken('administrator', partnerId)
  const recipient = { ...administrator, accountId, partnerId, accountName: employer.name }
  return { link, mails: activationMails(recipient, token) }
}

declare module '../dependencies.ts' {
  interface Dependencies {
    /** Called for each created account of a live partner, not for replays. */
    onAccountCreated?: () => void
  }
}
