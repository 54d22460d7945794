import { FIELD_ERRORS, LIMITS } from '@partner-accounts/rules'
import type { CreateAccountBody, CreatedAccount } from '../wire/models.ts'
import { Rejection } from './rejection.ts'

const FIELD = 'Idempotency-Key'
const { maxLength, ttlSeconds } = LIMITS.idempotencyKey
const RETRY_AFTER_SECONDS = 1

export class IdempotentCreations {
  readonly #now: () => number
  readonly #inProgress = new Set<string>()
  readonly #done = new Map<string, { request: string; response: CreatedAccount; expiresAt: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the stored response, or the result of `create`.
   *
   * @throws Rejection for a key that is invalid, belongs to another request or is in progress; or what `create`
   * throws
   */
  async once(
    partner: string,
    key: string | null,
    body: CreateAccountBody,
    create: () => Promise<CreatedAccount>,
  ): Promise<{ outcome: CreatedAccount; isReplayed: boolean }> {
    if (key === null) return { outcome: await create(), isReplayed: false }
    if (key === '' || key.length > maxLength) throw new Rejection({ [FIELD]: [FIELD_ERRORS.idempotency_key] })
    const name = JSON.stringify([partner, key])
    if (this.#inProgress.has(name)) throw new Rejection('idempotent-request-in-flight', RETRY_AFTER_SECONDS)
    const request = JSON.stringify(body)
    const earlier = this.#done.get(name)
    if (earlier && this.#now() < earlier.expiresAt) {
      if (earlier.request !== request) throw new Rejection({ [FIELD]: [FIELD_ERRORS.idempotency_key_reused] })
      return { outcome: earlier.response, isReplayed: true }
    }
    this.#inProgress.add(name)
    try {
      const response = await create()
      this.#done.set(name, { request, response, expiresAt: this.#now() + ttlSeconds * 1000 })
      return { outcome: response, isReplayed: false }
    } finally {
      this.#inProgress.delete(name)
    }
  }
}
