import { createHmac, hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
/** The prefix of partners' keys. */
export const PARTNER_KEY = 'partner:'

/**
 * What a key is called in a store outside of this process: partners by their id; e-mails and addresses belong to
 * people, and only who has the service's key can tell which.
 *
 * @param sealingKey the same on all instances
 */
export function createStoredKey(sealingKey: Uint8Array): (key: string) => string {
  const hmacKey = Buffer.from(hkdfSync('sha256', sealingKey, '', 'rate-limit-keys', KEY_BYTES))
  return (key) =>
    key.startsWith(PARTNER_KEY) ? key : `hmac:${createHmac('sha256', hmacKey).update(key).digest('base64url')}`
}
