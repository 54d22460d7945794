import { createHmac } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { type SealContext, type SealingKey, type SealingKeys, sealWithKeyring, unsealWithKeyring } from '../sealing.ts'

/** The stored record of a creation with an idempotency key. It serves to recognise a retry and replay the response. */
export interface IdempotentCreation {
  /** HMACs of the partner's key, one for each sealing key. The first is stored. The key itself is not. */
  lookups: readonly [Uint8Array, ...Uint8Array[]]
  /** HMAC of the request. */
  fingerprint: Uint8Array
  /** Fingerprints that the same request has under the other sealing keys. Not stored. */
  otherFingerprints?: readonly Uint8Array[]
  /** The response, encrypted with the idempotency key and the service's sealing key. */
  sealedResponse: Uint8Array
  /** How long the response can be replayed, measured by the database's clock. */
  ttlSeconds: number
}

/** Returns whether a stored fingerprint belongs to the same request. */
export const isSameRequest = (
  { fingerprint, otherFingerprints = [] }: IdempotentCreation,
  stored: Uint8Array,
): boolean => [fingerprint, ...otherFingerprints].some((candidate) => Buffer.compare(candidate, stored) === 0)

/**
 * A caller's `Idempotency-Key`. Creations with the same key and request are one creation, so a caller that lost the
 * response can retry and receives it again, including the secret that no other response contains.
 *
 * Keys may be guessable ("1", an order number), so everything derived from them includes the service's sealing key.
 */
export class IdempotencyKey {
  /** The keys of this creation's record, derived from the service's. */
  readonly #keys: SealingKeys
  readonly #context: SealContext

  /**
   * @param key 1 to 255 characters
   * @param sealingKeys the service's, secret
   * @throws DomainError `invalid-idempotency-key`
   */
  constructor(key: string, partnerId: string, sealingKeys: SealingKeys) {
    if (key.length < 1 || key.length > LIMITS.idempotencyKey.maxLength) throw new DomainError('invalid-idempotency-key')
    this.#keys = mapEach(sealingKeys, (sealing) => ({
      kid: sealing.kid,
      key: createHmac('sha256', sealing.key).update(`${partnerId}\0${key}`).digest(),
    }))
    this.#context = { purpose: 'idempotent response', owner: partnerId }
  }

  /**
   * Returns the record to store with a creation. It expires after 24 hours.
   *
   * @param request equal for equal bodies, in the same order of keys. Null counts as absent, so a new optional field changes
   *   no fingerprint
   * @param response is stored encrypted
   */
  creation(request: object, response: unknown): IdempotentCreation {
    const text = JSON.stringify(request, (_key, value: unknown) => value ?? undefined)
    const [fingerprint, ...otherFingerprints] = this.#digests(`request\0${text}`)
    return {
      lookups: this.#digests('lookup'),
      fingerprint,
      otherFingerprints,
      sealedResponse: sealWithKeyring(JSON.stringify(response), this.#keys, this.#context),
      ttlSeconds: LIMITS.idempotencyKey.ttlSeconds,
    }
  }

  /** Returns the stored response, parsed but not validated. */
  open(sealedResponse: Uint8Array): unknown {
    return JSON.parse(unsealWithKeyring(sealedResponse, this.#keys, this.#context))
  }

  /** Returns the HMAC of the text under each key. */
  #digests(text: string): readonly [Uint8Array, ...Uint8Array[]] {
    return mapEach(this.#keys, ({ key }) => createHmac('sha256', key).update(text).digest())
  }
}

const mapEach = <T>([first, ...others]: SealingKeys, map: (key: SealingKey) => T): readonly [T, ...T[]] => [
  map(first),
  ...others.map(map),
]
