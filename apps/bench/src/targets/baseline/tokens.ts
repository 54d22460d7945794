import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { BaselineSettings } from '../settings.ts'

export interface Subject {
  userId: string
  partnerId: string
}

interface Verified {
  subject: Subject
  /** Seconds since 1970. */
  expiresAt: number
}

interface Claims {
  iss?: unknown
  aud?: unknown
  sub?: unknown
  partner_id?: unknown
  iat?: unknown
  exp?: unknown
  jti?: unknown
}

const ISSUER = 'partner-accounts'
const AUDIENCE = 'partners/v1'
const LIFETIME_SECONDS = 3600
const MAX_CACHED = 10_000
const MAX_AUTHORIZATION_LENGTH = 4096

export class Tokens {
  readonly #key: Buffer
  readonly #header: string
  readonly #verified = new Map<string, Verified>()

  constructor({ kid, key }: BaselineSettings['signingKey']) {
    this.#key = key
    this.#header = encode({ alg: 'HS256', typ: 'JWT', kid })
  }

  issue({ userId, partnerId }: Subject): string {
    const iat = seconds()
    const claims = {
      iss: ISSUER,
      aud: AUDIENCE,
      sub: userId,
      partner_id: partnerId,
      generation: 0,
      iat,
      exp: iat + LIFETIME_SECONDS,
    }
    const content = `${this.#header}.${encode({ ...claims, jti: randomUUID() })}`
    return `${content}.${this.#sign(content).toString('base64url')}`
  }

  verify(authorization: string | undefined): Subject | undefined {
    if (!authorization?.startsWith('Bearer ') || authorization.length > MAX_AUTHORIZATION_LENGTH) return undefined
    const token = authorization.slice('Bearer '.length)
    const known = this.#verified.get(token) ?? this.#check(token)
    return known && known.expiresAt > seconds() ? known.subject : undefined
  }

  #check(token: string): Verified | undefined {
    const [header, payload = '', signature = ''] = token.split('.')
    // There is only one key, so all tokens have the same header.
    if (header !== this.#header) return undefined
    const received = Buffer.from(signature, 'base64url')
    const expected = this.#sign(`${header}.${payload}`)
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
    const verified = readClaims(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims)
    if (this.#verified.size >= MAX_CACHED) this.#verified.clear()
    if (verified) this.#verified.set(token, verified)
    return verified
  }

  #sign(content: string): Buffer {
    return createHmac('sha256', this.#key).update(content).digest()
  }
}

function readClaims({ iss, aud, sub, partner_id: partnerId, iat, exp, jti }: Claims): Verified | undefined {
  if (iss !== ISSUER || aud !== AUDIENCE || typeof iat !== 'number' || typeof jti !== 'string') return undefined
  if (typeof sub !== 'string' || typeof partnerId !== 'string' || typeof exp !== 'number') return undefined
  return { subject: { userId: sub, partnerId }, expiresAt: exp }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const seconds = () => Math.floor(Date.now() / 1000)
