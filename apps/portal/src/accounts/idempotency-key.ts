/** A key that no other creation has. (`crypto.randomUUID` is missing on pages that came without encryption.) */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Gives the same account the same key, however often it is sent, and another one to another. */
export function createKeyring(): (account: unknown) => string {
  let latest = { account: '', key: '' }
  return (account) => {
    const text = JSON.stringify(account)
    if (text !== latest.account) latest = { account: text, key: newIdempotencyKey() }
    return latest.key
  }
}
