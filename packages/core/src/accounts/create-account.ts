import type { Administrator } from '../administrators/administrator.ts'
import type { Employer } from '../employers/employer.ts'
import type { IdGenerator } from '../ids/id-generator.ts'
import type { Address } from '../units/unit.ts'
import { sampleWorkSchedule } from '../work-schedules/work-schedule.ts'
import { issueCredentials } from './account-credentials.ts'
import type { AccountStore } from './account-store.ts'

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
}

/**
 * Creates an account of the partner (4.3) with a subscription, an administrator, an employer, a unit at the
 * employer's address and a sample work schedule.
 *
 * @throws DomainError `administrator-email-taken`
 */
export async function createAccount(
  { accounts, newId }: CreateAccountDependencies,
  partnerId: string,
  { employeesQuantity, administrator, employer, address }: CreateAccountRequest,
): Promise<CreatedAccount> {
  const id = newId()
  const { apiToken, secret, stored } = issueCredentials(id)

  await accounts.create({
    id,
    partnerId,
    credentials: stored,
    administrator,
    employer,
    unit: { id: newId(), name: employer.tradeName, address },
    workSchedule: { id: newId(), ...sampleWorkSchedule() },
    subscription: { id: newId(), employees: employeesQuantity },
  })
  return { id, apiToken, secret }
}
