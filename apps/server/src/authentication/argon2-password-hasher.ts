import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { DomainError, type PasswordHasher } from '@partner-accounts/core'
import pLimit, { type LimitFunction } from 'p-limit'

/** OWASP's recommendation for argon2id. Memory in KiB. */
const OWASP_PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Longer passwords cannot be chosen, so they are rejected without hashing. */
const MAX_PASSWORD_BYTES = 1024
/** Maximum number of networks that wait for a hash: about two seconds of work on one core. */
const MAX_WAITING = 100
/** Maximum number of hashes that wait per network. Equals the maximum number of calls in a native batch. */
const MAX_WAITING_PER_NETWORK = 60
/** Hashes with another prefix are those of generated passwords, which this class does not verify. */
const ARGON2_PREFIX = '$argon2id$'

/**
 * Uses the thread pool, which also verifies token signatures, so one core stays free for them. Each network has its own
 * queue, so that its batch delays other networks by one hash only.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #limit = pLimit(Math.max(1, availableParallelism() - 1))
  /** Queues with one slot, by network. */
  readonly #queues = new Map<string, LimitFunction>()
  readonly #parameters: Options
  /** Verified for unknown users, whose sign-ins must take as long as those of others. */
  readonly #dummyHash: Promise<string>

  /** @param parameters tests pass cheaper ones */
  constructor(parameters: Options = OWASP_PARAMETERS) {
    this.#parameters = parameters
    this.#dummyHash = hash('nobody has this password', parameters)
  }

  get waiting(): number {
    let waiting = this.#limit.pendingCount
    for (const { pendingCount } of this.#queues.values()) waiting += pendingCount
    return waiting
  }

  hash(password: string, network: string): Promise<string> {
    return this.#queue(network, () => hash(password.normalize('NFKC'), this.#parameters))
  }

  async verify(password: string, expected: string | undefined, network: string): Promise<boolean> {
    const normalized = password.normalize('NFKC')
    if (Buffer.byteLength(normalized) > MAX_PASSWORD_BYTES) return false
    const isVerifiable = expected?.startsWith(ARGON2_PREFIX) === true
    const hashToVerify = isVerifiable ? expected : await this.#dummyHash
    const matches = await this.#queue(network, () => verify(hashToVerify, normalized))
    return matches && isVerifiable
  }

  async #queue<T>(network: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(network) ?? pLimit(1)
    if (queue.pendingCount >= MAX_WAITING_PER_NETWORK) throw new DomainError('overloaded')
    this.#queues.set(network, queue)
    try {
      return await queue(() => this.#runLimited(work))
    } finally {
      if (queue.activeCount === 0 && queue.pendingCount === 0) this.#queues.delete(network)
    }
  }

  #runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MAX_WAITING) throw new DomainError('overloaded')
    return this.#limit(work)
  }
}
