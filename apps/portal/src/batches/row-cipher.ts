const ALGORITHM = { name: 'AES-GCM', length: 256 } as const
const IV_BYTES = 12

/** A value that is encrypted with a user's key in this browser. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** Creates a key that scripts can use but not read, and that IndexedDB can store. */
export const newSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt'])

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { iv, content: await crypto.subtle.encrypt({ name: ALGORITHM.name, iv }, key, bytes) }
}

export async function unseal(key: CryptoKey, { iv, content }: Sealed): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: ALGORITHM.name, iv }, key, content)
  return JSON.parse(new TextDecoder().decode(bytes))
}
