import { createHmac } from 'node:crypto'
import { IdempotencyKey } from '../accounts/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { emailKeyOf } from '../identity/email.ts'
import { DomainError } from '../errors.ts'
import type { FirstAttempt } from './provoked-failure-store.ts'

export interface ProvokedCreation {
  partnerId: string
  email: string
  idempotencyKey: string | undefined
}

/**
 * Makes the first attempt of a creation fail. Later attempts with its idempotency key or e-mail pass, on every instance.
 *
 * @throws `storage-unavailable`, `invalid-idempotency-key`
 */
export async function failFirstAttempt(
  { stores, sealingKeys }: Pick<Dependencies, 'stores' | 'sealingKeys'>,
  { partnerId, email, idempotencyKey }: ProvokedCreation,
): Promise<void> {
  const emailKey = emailKeyOf(email)
  const keyLookups =
    idempotencyKey === undefined ? [] : new IdempotencyKey(idempotencyKey, partnerId, sealingKeys).lookups
  const emailLookups = sealingKeys.map(({ key }) =>
    createHmac('sha256', key).update(`${partnerId}\0provoked failure\0${emailKey}`).digest(),
  )
  const attempt: FirstAttempt = { partnerId, emailKey, keyLookups, lookups: [...keyLookups, ...emailLookups] }
  if (await stores.provokedFailures.addFirst(attempt)) throw new DomainError('storage-unavailable')
}
