/** `crypto.randomUUID` requires HTTPS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export interface UsedKey {
  /** As JSON. */
  account: string
  key: string
}

/** Whether this account was sent with the key. */
export const wasSent = (account: unknown, used: UsedKey | undefined): boolean =>
  used?.account === JSON.stringify(account)

/** Returns the used key for an equal account, and a new key for another. */
export function keyFor(account: unknown, used: UsedKey | undefined): UsedKey {
  const text = JSON.stringify(account)
  return used?.account === text ? used : { account: text, key: newIdempotencyKey() }
}
