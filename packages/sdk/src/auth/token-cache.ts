import { orAborted } from '../http/call-scope.ts'
import { expect, isToken, parseObject } from '../options/checks.ts'
import type { TokenStorage } from '../options/client-options.ts'

/** Where calls get their token. */
export interface TokenSource {
  /** @throws what signing in throws, or the signal's reason */
  get(signal: AbortSignal): Promise<string>
  /** The service does not take this one any more; returns whether another can be had. */
  refuse(token: string): boolean
}

/** A token, and until when it is good by this machine's own clock. */
interface HeldToken {
  token: string
  expiresAt: number
}

export interface TokenCacheOptions {
  /** Signs in, or asks the partner's own code for a token. */
  fetchToken: () => Promise<string>
  storage?: { at: TokenStorage; key: string } | undefined
  warn: (message: string) => void
}

/** Share of a token's life, at its end, in which it is renewed while it still serves; and the most that can be. */
const RENEWED_IN_LAST = 0.1
const RENEWED_AT_MOST_MS = 60_000
/** A token that is about to expire could do so on its way. */
const TOO_OLD_MS = 5_000

/** Gives a good token to every call, however many ask: one sign-in for all, and the next one ahead of its time. */
export class TokenCache implements TokenSource {
  readonly #options: TokenCacheOptions
  #held: HeldToken | undefined
  #lifetimeMs = Infinity
  #renewal: Promise<HeldToken> | undefined
  #refused: string | undefined

  constructor(options: TokenCacheOptions) {
    this.#options = options
  }

  async get(signal: AbortSignal): Promise<string> {
    const leftMs = (this.#held?.expiresAt ?? 0) - Date.now()
    if (this.#held === undefined || leftMs < Math.min(TOO_OLD_MS, this.#lifetimeMs / 2)) {
      return (await orAborted(this.#renew(), signal)).token
    }
    if (leftMs < Math.min(RENEWED_AT_MOST_MS, this.#lifetimeMs * RENEWED_IN_LAST)) this.#renewInBackground()
    return this.#held.token
  }

  /** Whoever was refused with an earlier one than is held just gets that. */
  refuse(token: string): boolean {
    this.#refused = token
    if (this.#held?.token === token) this.#held = undefined
    return true
  }

  #renewInBackground(): void {
    this.#renew().catch((error: unknown) =>
      this.#options.warn(`the token could not be renewed yet: ${(error as Error).message}`),
    )
  }

  #renew(): Promise<HeldToken> {
    return (this.#renewal ??= this.#obtain().finally(() => (this.#renewal = undefined)))
  }

  async #obtain(): Promise<HeldToken> {
    const stored = await this.#load()
    const held = stored ?? hold(await this.#options.fetchToken())
    this.#lifetimeMs = held.expiresAt - Date.now()
    this.#held = held
    if (!stored) await this.#save(held)
    return held
  }

  /** What another process has signed in for, if it is good and not what was held or refused here. */
  async #load(): Promise<HeldToken | undefined> {
    const text = await this.#store(({ at, key }) => at.load(key))
    const stored = (parseObject(text ?? '') ?? {}) as Partial<HeldToken>
    if (!isToken(stored.token) || stored.token === this.#refused || stored.token === this.#held?.token) return undefined
    return Number(stored.expiresAt) - Date.now() > TOO_OLD_MS ? (stored as HeldToken) : undefined
  }

  async #save(held: HeldToken): Promise<void> {
    if (held.expiresAt < Infinity) await this.#store(({ at, key }) => at.save(key, JSON.stringify(held)))
  }

  /** A storage that fails costs a sign-in, and no call. */
  async #store<T>(use: (storage: { at: TokenStorage; key: string }) => T): Promise<Awaited<T> | undefined> {
    const { storage, warn } = this.#options
    try {
      return storage && (await use(storage))
    } catch (error) {
      warn(`the token storage failed: ${(error as Error).message}`)
      return undefined
    }
  }
}

/** By this machine's clock, unless that is so wrong that the token would have expired already. */
function hold(token: string): HeldToken {
  expect(isToken(token), 'No token was given.')
  const now = Date.now() / 1_000
  const { iat = now, exp = Infinity } = readClaims(token)
  const secondsLeft = exp - Math.max(iat, now)
  return { token, expiresAt: Date.now() + 1_000 * (secondsLeft > 0 ? secondsLeft : exp - iat) }
}

/** The claims of a JWT, unverified; none of any other token, which is good until it is refused. */
function readClaims(token: string): { iat?: number; exp?: number } {
  const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
  try {
    return parseObject(atob(payload)) ?? {}
  } catch {
    return {}
  }
}
