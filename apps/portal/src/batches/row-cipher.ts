const ALGORITHM = { name: 'AES-GCM', length: 256 } as const

/** Encrypted under this browser's key. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** Scripts can use but never read the key. IndexedDB can store it. */
export const newSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt'])

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { iv, content: await crypto.subtle.encrypt({ name: ALGORITHM.name, iv }, key, bytes) }
}

export async function unseal(key: CryptoKey, { iv, content }: Sealed): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: ALGORITHM.name, iv }, key, content)
  return JSON.parse(new TextDecoder().decode(bytes))
}
