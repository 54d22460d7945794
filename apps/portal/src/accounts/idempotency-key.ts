/** `crypto.randomUUID` requires HTTPS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a function that maps equal accounts to the same key. */
export function createKeyring(): (account: unknown) => string {
  let latest = { account: '', key: '' }
  return (account) => {
    const text = JSON.stringify(account)
    if (text !== latest.account) latest = { account: text, key: newIdempotencyKey() }
    return latest.key
  }
}
