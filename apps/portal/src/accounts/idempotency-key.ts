/** Returns 32 random hexadecimal digits. Unlike `crypto.randomUUID`, it does not require HTTPS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** An account that was sent, with its key. Sending it again returns the same account and secret. */
export interface UsedKey {
  /** The request's body as JSON. */
  account: string
  key: string
}

/** Returns whether this account is the last of those that were sent. */
export const wasSentLast = (account: unknown, used: readonly UsedKey[]): boolean =>
  used.at(-1)?.account === JSON.stringify(account)

/** Returns the used key of an equal account, and a new key for another. */
export function keyFor(account: unknown, used: readonly UsedKey[]): UsedKey {
  const text = JSON.stringify(account)
  return used.find((sent) => sent.account === text) ?? { account: text, key: newIdempotencyKey() }
}
