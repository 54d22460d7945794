import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { DomainError, type PasswordHasher } from '@partner-accounts/core'
import pLimit from 'p-limit'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Longer passwords cannot be chosen: no hashing. */
const MAX_PASSWORD_BYTES = 1024
/** About two seconds of work on one core. */
const MAX_WAITING = 100

/** Uses the thread pool, which also verifies token signatures: one core stays free for them. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #limit = pLimit(Math.max(1, availableParallelism() - 1))
  /** Unknown users' sign-ins must take as long. */
  readonly #dummyHash = this.hash('nobody has this password')

  get waiting(): number {
    return this.#limit.pendingCount
  }

  hash(password: string): Promise<string> {
    return this.#limited(() => hash(password, PARAMETERS))
  }

  async verify(password: string, expected: string | undefined): Promise<boolean> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false
    const checked = expected ?? (await this.#dummyHash)
    const matches = await this.#limited(() => verify(checked, password))
    return matches && expected !== undefined
  }

  #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MAX_WAITING) throw new DomainError('overloaded')
    return this.#limit(work)
  }
}
