import type { Stores, Transact } from '../unit-of-work.ts'
import type { MemoryAccountStore } from './memory-account-store.ts'

/** Work on accounts in memory, one piece after the other. It undoes nothing: a memory store refuses before it stores. */
export function memoryTransact(accounts: MemoryAccountStore): Transact {
  const stores = { accounts } as unknown as Stores
  let previous: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = previous.then(() => work(stores))
    previous = result.catch(() => undefined)
    return result
  }
}
