import type { IdempotentCreation, IdempotentCreations } from '../accounts/idempotency.ts'
import { DomainError } from '../errors.ts'
import type { Stores, Transact } from '../unit-of-work.ts'
import type { MemoryAccountStore } from './memory-account-store.ts'

/** Answers kept in memory. */
class MemoryIdempotentCreations implements IdempotentCreations {
  readonly #creations = new Map<string, IdempotentCreation>()

  find(creation: IdempotentCreation): Promise<Uint8Array | undefined> {
    const earlier = this.#creations.get(keyOf(creation))
    if (!earlier || earlier.expiresAt <= new Date()) return Promise.resolve(undefined)
    if (Buffer.compare(earlier.fingerprint, creation.fingerprint) === 0) return Promise.resolve(earlier.sealedAnswer)
    return Promise.reject(new DomainError('idempotency-key-reused'))
  }

  keep(creation: IdempotentCreation): Promise<void> {
    this.#creations.set(keyOf(creation), creation)
    return Promise.resolve()
  }
}

const keyOf = ({ lookup }: IdempotentCreation) => Buffer.from(lookup).toString('hex')

/** Work on accounts in memory, one piece after the other. It undoes nothing: a memory store refuses before it stores. */
export function memoryTransact(accounts: MemoryAccountStore): Transact {
  const stores = { accounts, idempotentCreations: new MemoryIdempotentCreations() } as unknown as Stores
  let previous: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = previous.then(() => work(stores))
    previous = result.catch(() => undefined)
    return result
  }
}
