import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { IdGenerator } from '../ids/id-generator.ts'
import type { Address } from '../units/unit.ts'
import { sampleWorkSchedule } from '../work-schedules/work-schedule.ts'
import type { Actor } from '../audit/audit-trail.ts'
import { activateWithin } from '../subscriptions/activate-subscription.ts'
import type { SubscriptionActivation } from '../subscriptions/subscription.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import type { NewAccount } from './account.ts'
import { issueCredentials, type StoredCredentials } from './account-credentials.ts'
import { IdempotencyKey } from './idempotency.ts'

/** What a partner tells of a new customer (2.6). */
export interface CreateAccountRequest {
  employeesQuantity: number
  administrator: Administrator
  employer: Employer
  address: Address
}

/** What is shown of a new account (2.7). The secret is in no later answer. */
export interface CreatedAccount {
  id: string
  apiToken: string
  secret: string
}

export interface CreateAccountDependencies {
  stores: Pick<Stores, 'accounts'>
  transact: Transact
  newId: IdGenerator
  /** Protects what is kept of answers that may be asked for again. */
  sealingKey: Uint8Array
  subscriptionActivation: SubscriptionActivation
  onAccountCreated?: (() => void) | undefined
}

/** Who creates, and for which partner. */
export interface Creator {
  userId: string
  partnerId: string
}

/**
 * Creates an account of the partner (4.3) with a subscription, an administrator, an employer, a unit at the
 * employer's address and a sample work schedule.
 *
 * @param idempotencyKey a retry with the same key and request within a day returns the first result and creates nothing
 * @param forms canonical texts of the request that the key is used for: the current one, then those of earlier builds
 * @throws DomainError `administrator-email-taken`, `invalid-idempotency-key`, `idempotency-key-reused`,
 *   `idempotent-request-in-flight`
 */
export async function createAccount(
  { stores, transact, newId, sealingKey, subscriptionActivation, onAccountCreated }: CreateAccountDependencies,
  { userId, partnerId }: Creator,
  request: CreateAccountRequest,
  idempotencyKey?: string,
  [form, ...earlierForms]: readonly string[] = [],
): Promise<CreatedAccount> {
  const key = idempotencyKey === undefined ? undefined : new IdempotencyKey(idempotencyKey, partnerId, sealingKey)
  const id = newId()
  const { apiToken, secret, stored } = issueCredentials(id)
  const created: CreatedAccount = { id, apiToken, secret }
  const account = toNewAccount(newId, id, partnerId, stored, request)
  const actor: Actor = { kind: 'portal-user', id: userId }
  const first = firstForm(request)
  const creation = key?.creation(form === undefined ? [first] : [form, ...earlierForms, first], created)

  // An account is stored as one. Only what has to hold together with it takes a transaction.
  const earlier =
    subscriptionActivation === 'manual'
      ? await stores.accounts.create(account, actor, creation)
      : await transact(async (within) => {
          const answer = await within.accounts.create(account, actor, creation)
          if (!answer) await activateWithin({ stores: within, newId }, { actor, accountId: id })
          return answer
        })
  if (key && earlier) return parseCreated(key.open(earlier))
  onAccountCreated?.()
  return created
}

/** Returns the form that fingerprints had before version 2. Delete it when every build of the last day stores version 2. */
const firstForm = ({ employeesQuantity, administrator, employer, address }: CreateAccountRequest): string => {
  const { fullName, email, mobilePhone } = administrator
  const { name, tradeName, document, financialEmail } = employer
  const { cep, streetName, streetNumber, neighborhood, complement, state, city } = address
  return JSON.stringify({
    employeesQuantity,
    administrator: { fullName, email, mobilePhone },
    employer: { name, tradeName, document: { kind: document.kind, value: document.value }, financialEmail },
    address: { cep, streetName, streetNumber, neighborhood, complement, state, city },
  })
}

/** Returns a stored result. @throws Error when another build stored something else */
function parseCreated(stored: unknown): CreatedAccount {
  const { id, apiToken, secret } = (stored ?? {}) as Record<string, unknown>
  if (typeof id === 'string' && typeof apiToken === 'string' && typeof secret === 'string')
    return { id, apiToken, secret }
  throw new Error('a stored response is not a created account')
}

const toNewAccount = (
  newId: IdGenerator,
  id: string,
  partnerId: string,
  credentials: StoredCredentials,
  { employeesQuantity, administrator, employer, address }: CreateAccountRequest,
): NewAccount => ({
  id,
  partnerId,
  credentials,
  administrator,
  employer,
  unit: { id: newId(), name: employer.tradeName, address },
  workSchedule: { id: newId(), ...sampleWorkSchedule() },
  subscription: { id: newId(), employees: employeesQuantity },
})
