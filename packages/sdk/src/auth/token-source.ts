import { INVALID_CREDENTIALS, USER_NOT_ACTIVATED } from '../errors/error-codes.ts'
import { ApiError } from '../errors/errors.ts'
import { retryAfterMsOf } from '../errors/retry-after.ts'
import { readClaims } from '../http/read-claims.ts'
import { type FailedAttempt, sendRequest } from '../http/send-request.ts'
import { BARE_WORD, expect, isBareWord, isText, messageOf, parseObject } from '../options/checks.ts'
import type { Mode, TokenStorage } from '../options/client-options.ts'
import type { Connection } from '../options/connection.ts'
import { useStore } from '../options/use-store.ts'
import { withTimeout } from '../runtime/call-scope.ts'
import { now } from '../runtime/event-loop.ts'
import { IS_BROWSER_BUILD } from '../runtime/browser-build.ts'
import { isWorkers } from '../runtime/is-workers.ts'
import {
  MAX_RENEWAL_MS,
  MIN_REMAINING_MS,
  NOT_ACTIVATED_TTL_MS,
  RENEWAL_RETRY_MS,
  RENEWAL_SHARE,
  SIGN_IN_TIMEOUT_MS,
} from '../constants.ts'

const SIGN_IN = { method: 'POST', route: '/tokens' } as const

export interface FailedSignIn extends FailedAttempt {
  /** Never set, because the call itself has sent nothing. */
  readonly isSent?: never
  /** By the monotonic clock. Before this time, the client sends no other sign-in, however many calls require a token. */
  readonly pausedUntil: number
  /** The same for all calls that shared this sign-in, so that they share the next one, too. */
  readonly jitter: number
}

export type TokenOutcome = { readonly token: string } | FailedSignIn

interface CachedToken {
  token: string
  /** Milliseconds since 1970, by this machine's clock. */
  expiresAt: number
}

/** Shares one sign-in between concurrent calls, and renews tokens before they expire. */
export class TokenSource {
  /** The current token's mode. */
  mode: Mode | undefined
  /** The partner in the current token. `undefined` if the token is opaque. */
  partnerId: string | undefined
  readonly #connection: Connection
  /** The token storage's key for this user's token. */
  readonly #key: string
  /** The current token. Empty before the first one. */
  #current = ''
  #usableUntil = 0
  #renewAt = 0
  #renewal: Promise<TokenOutcome> | undefined
  /** The last failed sign-in. */
  #failure: FailedSignIn | undefined

  constructor(connection: Connection) {
    this.#connection = connection
    this.#key = `partner-accounts:${connection.baseUrl}:${connection.options.email?.toLowerCase()}`
  }

  /**
   * Returns a token, after a sign-in if there is none. The sign-in has its own timeout, and continues if the calls that
   * wait for it are aborted.
   */
  async get(): Promise<TokenOutcome> {
    const time = Date.now()
    if (time >= this.#usableUntil) return this.#renew()
    if (time >= this.#renewAt) {
      this.#renewAt = time + RENEWAL_RETRY_MS
      void this.#renew().then((outcome) => {
        if ('error' in outcome) this.#connection.log('warn', `the token renewal failed: ${messageOf(outcome.error)}`)
      })
    }
    return { token: this.#current }
  }

  /** Discards a token that the service has rejected. Returns whether another one can be obtained. */
  discard(rejected: string): boolean {
    if (this.#current === rejected) this.#usableUntil = 0
    return typeof this.#connection.options.token !== 'string'
  }

  #renew(): Promise<TokenOutcome> {
    // In Cloudflare Workers, requests cannot share a promise, only its result.
    if (!IS_BROWSER_BUILD && isWorkers()) return this.#obtain()
    this.#renewal ??= this.#obtain().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  /** Takes another process's token from the storage, or signs in. */
  async #obtain(): Promise<TokenOutcome> {
    try {
      const stored = await this.#loadStored()
      if (stored) return { token: this.#use(stored) }
      if (this.#failure && this.#failure.pausedUntil > now()) return this.#failure
      const outcome = await this.#fetchToken()
      if ('error' in outcome) return this.#fail(outcome)
      const fetched = toCached(outcome.token)
      const token = this.#use(fetched)
      if (fetched.expiresAt < Infinity) {
        await this.#useStorage((storage) => storage.save(this.#key, JSON.stringify(fetched)))
      }
      return { token }
    } catch (error) {
      return this.#fail({ error })
    }
  }

  /** Returns a token that another process has stored, unless it was used or rejected here. */
  async #loadStored(): Promise<CachedToken | undefined> {
    const text = await this.#useStorage((storage) => storage.load(this.#key))
    const { token, expiresAt = 0 } = (parseObject(text!) ?? {}) as Partial<CachedToken>
    const isUsable = isBareWord(token) && token !== this.#current && expiresAt - Date.now() > MIN_REMAINING_MS
    return isUsable ? { token, expiresAt } : undefined
  }

  async #useStorage<T>(use: (storage: TokenStorage) => T): Promise<Awaited<T> | undefined> {
    const { log, options } = this.#connection
    const { tokenStorage } = options
    return tokenStorage && useStore('token storage', log, () => use(tokenStorage))
  }

  /** @throws UsageError if the token belongs to the other mode */
  #use({ token, expiresAt }: CachedToken): string {
    const expected = this.#connection.options.mode
    const { mode = 'live', partner_id } = readClaims(token)
    expect((expected ?? mode) === mode, `mode is ${expected}, but the token belongs to ${mode} mode.`)
    const lifetimeMs = expiresAt - Date.now()
    this.mode = mode
    this.partnerId = partner_id
    this.#current = token
    this.#usableUntil = expiresAt - Math.min(MIN_REMAINING_MS, lifetimeMs / 2)
    this.#renewAt = expiresAt - Math.min(MAX_RENEWAL_MS, lifetimeMs * RENEWAL_SHARE)
    return token
  }

  #fail({ error, isRateLimited }: FailedAttempt): FailedSignIn {
    this.#failure = { error, isRateLimited, pausedUntil: now() + pauseAfter(error), jitter: Math.random() }
    return this.#failure
  }

  /** Returns the given token, or that of the given function, or signs in. */
  #fetchToken(): Promise<{ token: string } | FailedAttempt> {
    return withTimeout(SIGN_IN_TIMEOUT_MS, async (scope) => {
      const { email, password, token } = this.#connection.options
      if (typeof token === 'string') return { token }
      if (token) return { token: await token() }
      const body = JSON.stringify({ email, password })
      const request = { ...SIGN_IN, body, secrets: [password], expected: { token: isBareWord, _id: isText } }
      const outcome = await sendRequest(this.#connection, request, { scope, number: 1 })
      return 'error' in outcome ? outcome : { token: outcome.response.data['token'] as string }
    })
  }
}

/** Returns the milliseconds to wait before another sign-in. */
function pauseAfter(error: unknown): number {
  const code = error instanceof ApiError && error.code
  // Repeating a rejected password would lock the user out.
  if (code === INVALID_CREDENTIALS) return Infinity
  if (code === USER_NOT_ACTIVATED) return NOT_ACTIVATED_TTL_MS
  return retryAfterMsOf(error)
}

/**
 * Adds the expiry by this machine's clock. A clock before the token's `iat` or after its `exp` is wrong, so the whole
 * lifetime then counts from now.
 */
function toCached(token: string): CachedToken {
  expect(isBareWord(token), `token must be ${BARE_WORD}.`)
  const seconds = Date.now() / 1_000
  const { iat = seconds, exp = Infinity } = readClaims(token)
  const remainingSeconds = exp - Math.max(iat, seconds)
  const usableSeconds = remainingSeconds > 0 ? remainingSeconds : exp - iat
  return { token, expiresAt: 1_000 * (seconds + usableSeconds) }
}
