import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { DomainError, type PasswordHasher } from '@partner-accounts/core'
import pLimit from 'p-limit'

/** OWASP's first choice for argon2id. Memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Longer ones are never right: nothing that long is let in when a password is chosen. */
const LONGEST_PASSWORD_BYTES = 1024
/** Some two seconds of work on one core. */
const MOST_WAITING = 100

/**
 * argon2id behind a gate. It takes tens of milliseconds of a core on the thread pool that token signatures need
 * too, so one core is always left free, and a crowd is turned away rather than kept waiting.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #gate = pLimit(Math.max(1, availableParallelism() - 1))
  /** What the passwords of unknown users are checked against, to take as long as those of known ones. */
  readonly #standIn = this.hash('nobody has this password')

  /** How many wait for a core. */
  get waiting(): number {
    return this.#gate.pendingCount
  }

  hash(password: string): Promise<string> {
    return this.#throughGate(() => hash(password, PARAMETERS))
  }

  async verify(password: string, expected: string | undefined): Promise<boolean> {
    if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) return false
    const against = expected ?? (await this.#standIn)
    const matches = await this.#throughGate(() => verify(against, password))
    return matches && expected !== undefined
  }

  #throughGate<T>(work: () => Promise<T>): Promise<T> {
    if (this.#gate.pendingCount >= MOST_WAITING) throw new DomainError('overloaded')
    return this.#gate(work)
  }
}
