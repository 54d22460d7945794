import { createHmac } from 'node:crypto'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { isLongerThan } from '../text.ts'
import {
  type SealContext,
  type SealingKey,
  type SealingKeys,
  sealWithKeyring,
  unsealWithKeyring,
} from '../secrets/sealing.ts'

/** What a creation stores to recognize its retries, and to replay its response. */
export interface IdempotentCreation {
  /** HMACs of the idempotency key, one per sealing key. The first is stored; a search compares all. */
  lookups: readonly [Uint8Array, ...Uint8Array[]]
  /** HMACs of the request, one per sealing key. The first is stored; a comparison uses all. */
  fingerprints: readonly [Uint8Array, ...Uint8Array[]]
  /** Encrypted with the idempotency key and the sealing key. */
  sealedResponse: Uint8Array
  /** Lifetime, counted by the database's clock. */
  ttlSeconds: number
}

export const isSameRequest = ({ fingerprints }: IdempotentCreation, stored: Uint8Array): boolean =>
  fingerprints.some((fingerprint) => Buffer.compare(fingerprint, stored) === 0)

/**
 * An `Idempotency-Key`. A client that lost the response can retry and receives the same response, including the account's
 * secret.
 *
 * Keys may be guessable ("1", an order number), so the service's sealing key is part of everything derived.
 */
export class IdempotencyKey {
  /** One key per sealing key, derived from the sealing key, the partner and the idempotency key. */
  readonly #derivedKeys: SealingKeys
  readonly #context: SealContext

  /** @throws `invalid-idempotency-key` unless the key has 1 to 255 characters */
  constructor(key: string, partnerId: string, sealingKeys: SealingKeys) {
    if (key === '' || isLongerThan(key, LIMITS.idempotencyKey.maxLength))
      throw new DomainError('invalid-idempotency-key')
    this.#derivedKeys = mapEach(sealingKeys, (sealing) => ({
      kid: sealing.kid,
      key: createHmac('sha256', sealing.key).update(`${partnerId}\0${key}`).digest(),
    }))
    this.#context = { purpose: 'idempotent response', owner: partnerId }
  }

  get lookups(): IdempotentCreation['lookups'] {
    return this.#digests('lookup')
  }

  /**
   * @param request must have its properties in the same order in each retry. `null` counts as absent, so a new optional
   * field that is `null` does not change the fingerprint
   */
  sealCreation(request: object, response: unknown): IdempotentCreation {
    const text = JSON.stringify(request, (_key, value: unknown) => value ?? undefined)
    return {
      lookups: this.lookups,
      fingerprints: this.#digests(`request\0${text}`),
      sealedResponse: sealWithKeyring(JSON.stringify(response), this.#derivedKeys, this.#context),
      ttlSeconds: LIMITS.idempotencyKey.ttlSeconds,
    }
  }

  open(sealedResponse: Uint8Array): unknown {
    const text = unsealWithKeyring(sealedResponse, this.#derivedKeys, this.#context)
    if (text === undefined) throw new Error('the response was sealed by a key that is not in the keyring')
    return JSON.parse(text)
  }

  #digests(text: string): readonly [Uint8Array, ...Uint8Array[]] {
    return mapEach(this.#derivedKeys, ({ key }) => createHmac('sha256', key).update(text).digest())
  }
}

const mapEach = <T>([first, ...others]: SealingKeys, map: (key: SealingKey) => T): readonly [T, ...T[]] => [
  map(first),
  ...others.map(map),
]
