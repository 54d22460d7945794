import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is kept of an account's token and secret: enough to check either, not to learn either. */
export interface StoredCredentials {
  /** SHA-256. A secret has 256 random bits, so nothing slower is needed: there is nothing to guess. */
  secretHash: Uint8Array
  /** SHA-256; null once the token is revoked. */
  apiTokenHash: Uint8Array | null
  /** The token, readable only with the secret; null once the token is revoked. */
  sealedApiToken: Uint8Array | null
}

/** A token and secret as they are shown, once, and as they are kept. */
export interface IssuedCredentials {
  apiToken: string
  secret: string
  stored: StoredCredentials
}

const KEY_BYTES = 32
const LONGEST_SECRET = 256

/**
 * New credentials for an account. Both have 256 random bits behind a prefix by which people and
 * leak scanners recognise them.
 *
 * @param accountId bound into the seal: a sealed token moved to another account does not open
 */
export function issueCredentials(accountId: string): IssuedCredentials {
  const apiToken = `pat_${randomBytes(KEY_BYTES).toString('base64url')}`
  const secret = `pas_${randomBytes(KEY_BYTES).toString('base64url')}`
  return {
    apiToken,
    secret,
    stored: {
      secretHash: sha256(secret),
      apiTokenHash: sha256(apiToken),
      sealedApiToken: seal(apiToken, secret, accountId),
    },
  }
}

/**
 * The account's token for who knows its secret (2.3).
 *
 * @returns the token; null when it was revoked; undefined when the secret is not the account's
 */
export function revealApiToken(
  accountId: string,
  stored: StoredCredentials,
  secret: string,
): string | null | undefined {
  if (secret.length > LONGEST_SECRET) return undefined
  if (!timingSafeEqual(sha256(secret), stored.secretHash)) return undefined
  return stored.sealedApiToken && unseal(stored.sealedApiToken, secret, accountId)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/*
 * A sealed token: version (1 byte), salt (16), nonce (12), ciphertext, tag (16).
 * AES-256-GCM under HKDF-SHA256(secret, salt): a fresh key for every seal.
 */
const VERSION = 1
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'account api_token'

const sealingKey = (secret: string, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', secret, salt, PURPOSE, KEY_BYTES))
const boundTo = (accountId: string) => Buffer.from(`${PURPOSE}\0${accountId}`)

function seal(apiToken: string, secret: string, accountId: string): Uint8Array {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, salt), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(accountId))
  const ciphertext = Buffer.concat([cipher.update(apiToken, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), salt, nonce, ciphertext, cipher.getAuthTag()])
}

/** @throws Error when the box was tampered with or belongs to another account */
function unseal(box: Uint8Array, secret: string, accountId: string): string {
  if (box[0] !== VERSION) throw new Error(`sealed api_token of unknown version ${String(box[0])}`)
  const [salt, nonce, ciphertext, tag] = split(box.subarray(1), SALT_BYTES, NONCE_BYTES, TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, salt), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(accountId))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

const split = (box: Uint8Array, salt: number, nonce: number, tag: number) =>
  [
    box.subarray(0, salt),
    box.subarray(salt, salt + nonce),
    box.subarray(salt + nonce, box.length - tag),
    box.subarray(box.length - tag),
  ] as const
