/** Returns 32 random hexadecimal digits. Unlike `crypto.randomUUID`, it does not require HTTPS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The account that was sent last, with its key. */
export interface UsedKey {
  /** The request's body as JSON. */
  account: string
  key: string
}

/** Returns whether this account was sent with the key. */
export const wasSent = (account: unknown, used: UsedKey | undefined): boolean =>
  used?.account === JSON.stringify(account)

/** Returns the used key for an equal account, and a new key for another. */
export function keyFor(account: unknown, used: UsedKey | undefined): UsedKey {
  const text = JSON.stringify(account)
  return used?.account === text ? used : { account: text, key: newIdempotencyKey() }
}
