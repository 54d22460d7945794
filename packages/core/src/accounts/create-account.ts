import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { IdGenerator } from '../ids/id-generator.ts'
import type { Address } from '../units/unit.ts'
import { sampleWorkSchedule } from '../work-schedules/work-schedule.ts'
import { issueCredentials } from './account-credentials.ts'
import type { AccountStore } from './account-store.ts'
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
  accounts: AccountStore
  newId: IdGenerator
  /** Protects what is kept of answers that may be asked for again. */
  sealingKey: Uint8Array
}

/**
 * Creates an account of the partner (4.3) with a subscription, an administrator, an employer, a unit at the
 * employer's address and a sample work schedule.
 *
 * @param idempotencyKey the same key and request again, within a day, give the first answer and create nothing
 * @throws DomainError `administrator-email-taken`, `invalid-idempotency-key`, `idempotency-key-reused`,
 *   `idempotent-request-in-flight`
 */
export async function createAccount(
  { accounts, newId, sealingKey }: CreateAccountDependencies,
  partnerId: string,
  request: CreateAccountRequest,
  idempotencyKey?: string,
): Promise<CreatedAccount> {
  const key = idempotencyKey === undefined ? undefined : new IdempotencyKey(idempotencyKey, partnerId, sealingKey)
  const id = newId()
  const { apiToken, secret, stored } = issueCredentials(id)
  const created: CreatedAccount = { id, apiToken, secret }

  const repeated = await accounts.create(
    {
      id,
      partnerId,
      credentials: stored,
      administrator: request.administrator,
      employer: request.employer,
      unit: { id: newId(), name: request.employer.tradeName, address: request.address },
      workSchedule: { id: newId(), ...sampleWorkSchedule() },
      subscription: { id: newId(), employees: request.employeesQuantity },
    },
    key?.creation(request, created),
  )
  return key && repeated ? key.open<CreatedAccount>(repeated) : created
}
