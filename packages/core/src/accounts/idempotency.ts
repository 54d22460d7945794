import { createHmac } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { seal, type SealContext, unseal } from '../sealing.ts'

/** What is kept of a creation under a key of the caller's: enough to recognise it and to answer it again. */
export interface IdempotentCreation {
  /** Names the partner's key; the key itself is not kept. */
  lookup: Uint8Array
  /** Tells whether the same was asked for. */
  fingerprint: Uint8Array
  /** The answer, readable only with the key and the service's sealing key. */
  sealedAnswer: Uint8Array
  expiresAt: Date
}

/**
 * A caller's `Idempotency-Key`: creations that bear it are one creation, so that a caller whose answer was lost may
 * ask again, and gets it with the secret that is shown only once.
 *
 * Keys may be guessable ("1", an order's number), so the service's own sealing key goes into everything made of them.
 */
export class IdempotencyKey {
  readonly #keyMaterial: Uint8Array
  readonly #context: SealContext

  /**
   * @param key what the caller sent, 1 to 255 characters
   * @param sealingKey the service's, secret
   * @throws DomainError `invalid-idempotency-key`
   */
  constructor(key: string, partnerId: string, sealingKey: Uint8Array) {
    if (key.length < 1 || key.length > LIMITS.idempotencyKey.maxLength) throw new DomainError('invalid-idempotency-key')
    this.#keyMaterial = createHmac('sha256', sealingKey).update(`${partnerId}\0${key}`).digest()
    this.#context = { purpose: 'idempotent answer', owner: partnerId }
  }

  /** What to keep of a creation, for as long as it may be repeated. */
  creation(request: unknown, answer: unknown): IdempotentCreation {
    return {
      lookup: this.#digest('lookup'),
      fingerprint: this.#digest(`request\0${JSON.stringify(request)}`),
      sealedAnswer: seal(JSON.stringify(answer), this.#keyMaterial, this.#context),
      expiresAt: new Date(Date.now() + LIMITS.idempotencyKey.keptForSeconds * 1000),
    }
  }

  /** The answer that was kept, as it was given. */
  open<T>(sealedAnswer: Uint8Array): T {
    return JSON.parse(unseal(sealedAnswer, this.#keyMaterial, this.#context)) as T
  }

  #digest(text: string): Uint8Array {
    return createHmac('sha256', this.#keyMaterial).update(text).digest()
  }
}
