import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * The format of a sealed text: version (1 byte), salt (16), nonce (12), ciphertext, tag (16).
 * AES-256-GCM with the key HKDF-SHA256(key material, salt). A new salt gives each text a separate key.
 */
const VERSION = 1
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** The purpose and the owner of a sealed text. It can be unsealed only with the same two. */
export interface SealContext {
  purpose: string
  owner: string
}

/** Encrypts a text with the key material and authenticates its context. */
export function seal(text: string, keyMaterial: string | Uint8Array, context: SealContext): Uint8Array {
  const saltAndNonce = randomBytes(SALT_BYTES + NONCE_BYTES)
  const key = deriveKey(keyMaterial, saltAndNonce.subarray(0, SALT_BYTES), context)
  const nonce = saltAndNonce.subarray(SALT_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(additionalData(context))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), saltAndNonce, ciphertext, cipher.getAuthTag()])
}

/**
 * Decrypts a sealed text.
 *
 * @throws Error when the key material or the context differs, or the text was changed
 */
export function unseal(box: Uint8Array, keyMaterial: string | Uint8Array, context: SealContext): string {
  if (box[0] !== VERSION) throw new Error(`sealed text of unknown version ${String(box[0])}`)
  const [salt, nonce, ciphertext, tag] = split(box.subarray(1))
  const key = deriveKey(keyMaterial, salt, context)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(context))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

const deriveKey = (keyMaterial: string | Uint8Array, salt: Uint8Array, { purpose }: SealContext) =>
  Buffer.from(hkdfSync('sha256', keyMaterial, salt, purpose, KEY_BYTES))

const additionalData = ({ purpose, owner }: SealContext) => Buffer.from(`${purpose}\0${owner}`)

const split = (box: Uint8Array) =>
  [
    box.subarray(0, SALT_BYTES),
    box.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES),
    box.subarray(SALT_BYTES + NONCE_BYTES, box.length - TAG_BYTES),
    box.subarray(box.length - TAG_BYTES),
  ] as const
