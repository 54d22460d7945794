import { createHmac } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { seal, type SealContext, unseal } from '../sealing.ts'

/** The stored record of a creation with an idempotency key. It serves to recognise a retry and replay the response. */
export interface IdempotentCreation {
  /** HMAC of the partner's key. The key itself is not stored. */
  lookup: Uint8Array
  /** HMAC of the request. */
  fingerprint: Uint8Array
  /** Fingerprints that earlier builds stored for the same request. Not stored again. */
  earlierFingerprints?: readonly Uint8Array[]
  /** The response, encrypted with the idempotency key and the service's sealing key. */
  sealedResponse: Uint8Array
  /** How long the response can be replayed, measured by the database's clock. */
  ttlSeconds: number
}

/** Returns whether a stored fingerprint belongs to the same request. */
export const isSameRequest = (
  { fingerprint, earlierFingerprints = [] }: IdempotentCreation,
  stored: Uint8Array,
): boolean => [fingerprint, ...earlierFingerprints].some((candidate) => Buffer.compare(candidate, stored) === 0)

/**
 * A caller's `Idempotency-Key`. Creations with the same key and request are one creation, so a caller that lost the
 * response can retry and receives it again, including the secret that no other response contains.
 *
 * Keys may be guessable ("1", an order number), so everything derived from them includes the service's sealing key.
 */
export class IdempotencyKey {
  readonly #keyMaterial: Uint8Array
  readonly #context: SealContext

  /**
   * @param key 1 to 255 characters
   * @param sealingKey the service's, secret
   * @throws DomainError `invalid-idempotency-key`
   */
  constructor(key: string, partnerId: string, sealingKey: Uint8Array) {
    if (key.length < 1 || key.length > LIMITS.idempotencyKey.maxLength) throw new DomainError('invalid-idempotency-key')
    this.#keyMaterial = createHmac('sha256', sealingKey).update(`${partnerId}\0${key}`).digest()
    // Responses that are stored already can be opened only with this text.
    // eslint-disable-next-line prose/prose -- part of the encryption key
    this.#context = { purpose: 'idempotent answer', owner: partnerId }
  }

  /**
   * Returns the record to store with a creation. It expires after 24 hours.
   *
   * @param forms texts that are equal for equal requests. The first is stored; the others are those that earlier builds stored
   * @param response is stored encrypted
   */
  creation(forms: readonly [string, ...string[]], response: unknown): IdempotentCreation {
    const [current, ...earlier] = forms
    return {
      lookup: this.#digest('lookup'),
      fingerprint: this.#fingerprint(current),
      earlierFingerprints: earlier.map((form) => this.#fingerprint(form)),
      sealedResponse: seal(JSON.stringify(response), this.#keyMaterial, this.#context),
      ttlSeconds: LIMITS.idempotencyKey.ttlSeconds,
    }
  }

  /** Returns the stored response, parsed but not validated. */
  open(sealedResponse: Uint8Array): unknown {
    return JSON.parse(unseal(sealedResponse, this.#keyMaterial, this.#context))
  }

  #fingerprint(form: string): Uint8Array {
    return this.#digest(`request\0${form}`)
  }

  #digest(text: string): Uint8Array {
    return createHmac('sha256', this.#keyMaterial).update(text).digest()
  }
}
