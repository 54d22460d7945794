import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/*
 * Version (1 byte), salt (16), nonce (12), ciphertext, tag (16): AES-256-GCM with a key derived from the key material and
 * the salt, so each text has its own key.
 */
const VERSION = 1
/** Text sealed by a named key: version (1 byte), length of the key's id (1), id, version-1 text. */
const NAMED_VERSION = 2
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key. Texts that it sealed contain its id, if it has one. */
export interface SealingKey {
  kid: string | undefined
  key: Uint8Array
}

/** The first key seals, and all keys unseal, so keys can be rotated while instances run. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]]

/** Unsealing requires the same purpose and owner. */
export interface SealContext {
  purpose: string
  owner: string
}

/** Encrypts a text and authenticates its context. */
export function seal(text: string, keyMaterial: string | Uint8Array, context: SealContext): Uint8Array {
  const saltAndNonce = randomBytes(SALT_BYTES + NONCE_BYTES)
  const key = deriveKey(keyMaterial, saltAndNonce.subarray(0, SALT_BYTES), context)
  const nonce = saltAndNonce.subarray(SALT_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(additionalData(context))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), saltAndNonce, ciphertext, cipher.getAuthTag()])
}

/** @throws Error when the key material or the context differs, or the text was changed */
export function unseal(box: Uint8Array, keyMaterial: string | Uint8Array, context: SealContext): string {
  if (box[0] !== VERSION) throw new Error(`sealed text of unknown version ${String(box[0])}`)
  const { salt, nonce, ciphertext, tag } = split(box.subarray(1))
  const key = deriveKey(keyMaterial, salt, context)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(context))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

export function sealWithKeyring(text: string, keys: SealingKeys, context: SealContext): Uint8Array {
  const [{ kid, key }] = keys
  const box = seal(text, key, context)
  return kid === undefined ? box : Buffer.concat([sealedPrefix(keys), box])
}

/** Returns the first bytes of all texts that the first key sealed. Texts of keys with another id begin differently. */
export function sealedPrefix([{ kid }]: SealingKeys): Uint8Array {
  if (kid === undefined) return Buffer.of(VERSION)
  const id = Buffer.from(kid)
  return Buffer.concat([Buffer.of(NAMED_VERSION, id.length), id])
}

/**
 * Decrypts with the key whose id the text contains, or with a key without an id, because the sealing key may have lost its
 * id. Tries all keys if the text has no id, because the sealing key may have received an id since.
 *
 * @returns `undefined` if no key opens the text and no key has its id
 * @throws Error if no key opens the text although one has its id, because the text was changed or has another context
 */
export function unsealWithKeyring(sealed: Uint8Array, keys: SealingKeys, context: SealContext): string | undefined {
  const { kid, box } = splitKeyId(sealed)
  const candidates = keys.filter((key) => kid === undefined || key.kid === undefined || key.kid === kid)
  let failure: Error | undefined
  for (const candidate of candidates) {
    try {
      return unseal(box, candidate.key, context)
    } catch (error) {
      // Ignores failures of other keys, which may not have sealed the text.
      if (kid !== undefined && candidate.kid === kid) failure = error as Error
    }
  }
  if (failure) throw failure
  return undefined
}

export const isSealedByFirst = (sealed: Uint8Array, [{ kid }]: SealingKeys): boolean => splitKeyId(sealed).kid === kid

function splitKeyId(sealed: Uint8Array): { kid: string | undefined; box: Uint8Array } {
  const [version, length = 0] = sealed
  if (version !== NAMED_VERSION) return { kid: undefined, box: sealed }
  const end = 2 + length
  return { kid: Buffer.from(sealed.subarray(2, end)).toString(), box: sealed.subarray(end) }
}

/** HKDF's expansion (RFC 5869, 2.3). Key material of 256 random bits needs no extraction (3.3). */
const deriveKey = (keyMaterial: string | Uint8Array, salt: Uint8Array, { purpose }: SealContext) =>
  createHmac('sha256', keyMaterial).update(salt).update(purpose).update(Buffer.of(1)).digest()

const additionalData = ({ purpose, owner }: SealContext) => Buffer.from(`${purpose}\0${owner}`)

function split(box: Uint8Array) {
  const ciphertextStart = SALT_BYTES + NONCE_BYTES
  const tagStart = box.length - TAG_BYTES
  return {
    salt: box.subarray(0, SALT_BYTES),
    nonce: box.subarray(SALT_BYTES, ciphertextStart),
    ciphertext: box.subarray(ciphertextStart, tagStart),
    tag: box.subarray(tagStart),
  }
}
