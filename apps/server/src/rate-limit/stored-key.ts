import { createHmac, hkdfSync } from 'node:crypto'
import type { SealingKeys } from '@partner-accounts/core'

const KEY_BYTES = 32
export const PARTNER_KEY = 'partner:'

/** E-mails and addresses are personal data, so their keys are HMACs with the first sealing key. */
export function createStoredKey([sealingKey]: SealingKeys): (key: string) => string {
  const hmacKey = Buffer.from(hkdfSync('sha256', sealingKey.key, '', 'rate-limit-keys', KEY_BYTES))
  return (key) =>
    key.startsWith(PARTNER_KEY) ? key : `hmac:${createHmac('sha256', hmacKey).update(key).digest('base64url')}`
}
