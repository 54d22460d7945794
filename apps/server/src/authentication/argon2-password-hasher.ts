import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '@partner-accounts/core'
import { FairQueue } from '../rate-limit/fair-queue.ts'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const OWASP_PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Longer passwords cannot be chosen, so they are rejected without hashing. */
const MAX_PASSWORD_BYTES = 1024
/** Hashes with another prefix are those of generated passwords, which this class does not verify. */
const ARGON2_PREFIX = '$argon2id$'

/** Uses the thread pool, which also verifies token signatures, so one core stays free for them. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #queue = new FairQueue(Math.max(1, availableParallelism() - 1))
  readonly #parameters: Options
  /** Verified for unknown users, whose sign-ins must take as long as those of others. */
  readonly #dummyHash: Promise<string>

  /** @param parameters tests pass cheaper ones */
  constructor(parameters: Options = OWASP_PARAMETERS) {
    this.#parameters = parameters
    this.#dummyHash = hash('nobody has this password', parameters)
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  hash(password: string, network: string): Promise<string> {
    return this.#queue.run(network, () => hash(password.normalize('NFKC'), this.#parameters))
  }

  async verify(password: string, expected: string | undefined, network: string): Promise<boolean> {
    const normalized = password.normalize('NFKC')
    if (Buffer.byteLength(normalized) > MAX_PASSWORD_BYTES) return false
    const isVerifiable = expected?.startsWith(ARGON2_PREFIX) === true
    const hashToVerify = isVerifiable ? expected : await this.#dummyHash
    const matches = await this.#queue.run(network, () => verify(hashToVerify, normalized))
    return matches && isVerifiable
  }
}
