import { INVALID_CREDENTIALS } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import type { TokenSource } from '../http/api-caller.ts'
import { orAborted, withTimeout } from '../runtime/call-scope.ts'
import { expect, isToken, parseObject } from '../options/checks.ts'
import type { TokenStorage } from '../options/client-options.ts'
import { IS_WORKERS } from '../runtime/is-workers.ts'

/** A token and when it expires, by this machine's clock. */
interface CachedToken {
  token: string
  expiresAt: number
}

export interface TokenCacheOptions {
  /** Signs in, or calls the partner's own function. */
  fetchToken: () => Promise<string>
  storage?: { at: TokenStorage; key: string } | undefined
  warn: (message: string) => void
}

/** A token is renewed in the background in the last share of its lifetime, at most so long before it expires. */
const RENEWAL_SHARE = 0.1
const MAX_RENEWAL_MS = 60_000
/** After a background renewal has failed, the next one waits so long. */
const RENEWAL_RETRY_MS = 5_000
/** A token that is about to expire could do so before the service reads it. */
const MIN_REMAINING_MS = 5_000

/** Provides a valid token to all calls: one sign-in for concurrent calls, and a renewal before the token expires. */
export class TokenCache implements TokenSource {
  readonly #options: TokenCacheOptions
  #cached: CachedToken | undefined
  #lifetimeMs = Infinity
  #renewal: Promise<CachedToken> | undefined
  #renewAfter = 0
  #discarded: string | undefined
  /** The service rejected the password. Offering it again would lock the user out. */
  #rejection: ApiError | undefined

  constructor(options: TokenCacheOptions) {
    this.#options = options
  }

  async get(signal: AbortSignal): Promise<string> {
    const remainingMs = (this.#cached?.expiresAt ?? 0) - Date.now()
    if (this.#cached === undefined || remainingMs < Math.min(MIN_REMAINING_MS, this.#lifetimeMs / 2)) {
      return (await orAborted(this.#renew(), signal)).token
    }
    const isRenewalDue = remainingMs < Math.min(MAX_RENEWAL_MS, this.#lifetimeMs * RENEWAL_SHARE)
    if (isRenewalDue && Date.now() >= this.#renewAfter) this.#renewInBackground()
    return this.#cached.token
  }

  /** A call whose token was replaced meanwhile just uses the new one. */
  discard(token: string): boolean {
    this.#discarded = token
    if (this.#cached?.token === token) this.#cached = undefined
    return true
  }

  #renewInBackground(): void {
    this.#renewAfter = Date.now() + RENEWAL_RETRY_MS
    this.#renew().catch((error: unknown) => this.#options.warn(`token renewal failed: ${(error as Error).message}`))
  }

  #renew(): Promise<CachedToken> {
    // In Cloudflare Workers, only the resulting token is shared.
    if (IS_WORKERS) return this.#obtain()
    return (this.#renewal ??= this.#obtain().finally(() => (this.#renewal = undefined)))
  }

  async #obtain(): Promise<CachedToken> {
    const stored = await this.#load()
    const cached = stored ?? toCached(await this.#fetch())
    this.#lifetimeMs = cached.expiresAt - Date.now()
    this.#cached = cached
    if (!stored) await this.#save(cached)
    return cached
  }

  async #fetch(): Promise<string> {
    if (this.#rejection) throw this.#rejection
    try {
      return await this.#options.fetchToken()
    } catch (error) {
      if (error instanceof ApiError && error.code === INVALID_CREDENTIALS) this.#rejection = error
      throw error
    }
  }

  /** Returns the token of another process, if it is valid and not one that was cached or rejected here. */
  async #load(): Promise<CachedToken | undefined> {
    const text = await this.#useStorage(({ at, key }) => at.load(key))
    const stored = (parseObject(text ?? '') ?? {}) as Partial<CachedToken>
    const known = [this.#discarded, this.#cached?.token]
    if (!isToken(stored.token) || known.includes(stored.token)) return undefined
    return Number(stored.expiresAt) - Date.now() > MIN_REMAINING_MS ? (stored as CachedToken) : undefined
  }

  async #save(cached: CachedToken): Promise<void> {
    if (cached.expiresAt < Infinity) await this.#useStorage(({ at, key }) => at.save(key, JSON.stringify(cached)))
  }

  /** A storage that fails or hangs costs a sign-in, but fails no call. */
  async #useStorage<T>(use: (storage: { at: TokenStorage; key: string }) => T): Promise<Awaited<T> | undefined> {
    const { storage, warn } = this.#options
    if (!storage) return undefined
    try {
      return await withTimeout(use(storage))
    } catch (error) {
      warn(`the token storage failed: ${(error as Error).message}`)
      return undefined
    }
  }
}

/** Uses the token's lifetime rather than its `exp` where this machine's clock is behind the service's. */
function toCached(token: string): CachedToken {
  expect(isToken(token), 'token must be printable ASCII without spaces.')
  const now = Date.now() / 1_000
  const { iat = now, exp = Infinity } = readClaims(token)
  const remainingSeconds = exp - Math.max(iat, now)
  return { token, expiresAt: Date.now() + 1_000 * (remainingSeconds > 0 ? remainingSeconds : exp - iat) }
}

/** Returns the claims of a JWT, unverified. Any other token has none, and is used until the service rejects it. */
function readClaims(token: string): { iat?: number; exp?: number } {
  const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
  try {
    return parseObject(atob(payload)) ?? {}
  } catch {
    return {}
  }
}
