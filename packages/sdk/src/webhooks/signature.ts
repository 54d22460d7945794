// Implements the signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com).

const SECRET_PREFIX = 'whsec_'
const VERSION_PREFIX = 'v1,'
/** The service sends two during a rotation. Each costs a hash of the body, and anyone can send thousands. */
const MAX_SIGNATURES = 10

export interface SignedParts {
  id: string
  /** Seconds since 1970. */
  timestamp: string
  body: Uint8Array
}

/** @throws an error of the runtime if the secret is not base64, or if there is no Web Crypto */
export function importSecret(secret: string) {
  const bytes = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

export type SecretKey = Awaited<ReturnType<typeof importSecret>>

/** Returns the request that pushes an event. */
export async function signedRequest(
  event: { id: string },
  { url, secret, sentAt }: { url: string; secret: string; sentAt: number },
): Promise<Request> {
  const { id } = event
  const text = JSON.stringify(event)
  const timestamp = String(Math.floor(sentAt / 1_000))
  const data = signedBytes({ id, timestamp, body: new TextEncoder().encode(text) })
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await importSecret(secret), data))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': VERSION_PREFIX + btoa(String.fromCharCode(...signature)),
  }
  return new Request(url, { method: 'POST', headers, body: text })
}

/** Returns whether one of the header's signatures is valid for the key. Compares in constant time. */
export async function hasSignature(header: string, key: SecretKey, parts: SignedParts): Promise<boolean> {
  const data = signedBytes(parts)
  // Gateways join several headers by a comma and a space.
  for (const signature of header.split(/,?\s+/, MAX_SIGNATURES)) {
    if (!signature.startsWith(VERSION_PREFIX)) continue
    const bytes = decoded(signature.slice(VERSION_PREFIX.length))
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, data))) return true
  }
  return false
}

function signedBytes({ id, timestamp, body }: SignedParts): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return bytes
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(base64)
  } catch {
    return undefined
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
