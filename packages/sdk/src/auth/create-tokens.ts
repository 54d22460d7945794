import { INVALID_CREDENTIALS, USER_NOT_ACTIVATED } from '../errors/error-codes.ts'
import type { ApiError } from '../errors/errors.ts'
import type { TokenSource } from '../http/api-caller.ts'
import { readClaims } from '../http/read-claims.ts'
import { sendRequest } from '../http/send-request.ts'
import type { Connection } from '../options/connection.ts'
import { isText, isToken, parseObject, expect } from '../options/checks.ts'
import { isWorkers } from '../runtime/is-workers.ts'
import { useStore, withTimeout } from '../runtime/call-scope.ts'
import {
  FETCH_TIMEOUT_MS,
  MAX_RENEWAL_MS,
  MIN_REMAINING_MS,
  NOT_ACTIVATED_TTL_MS,
  RENEWAL_RETRY_MS,
  RENEWAL_SHARE,
} from '../constants.ts'

/** Shares one sign-in between concurrent calls, and renews tokens before they expire. */
export function createTokens(connection: Connection): TokenSource {
  const { email, token, tokenStorage, mode: expected } = connection.options
  const { log } = connection
  const key = `partner-accounts:${connection.baseUrl}:${email?.toLowerCase()}`
  let current: string | undefined
  let usableUntil = 0
  let renewAt = 0
  let renewal: Promise<string> | undefined
  /** Retrying a rejected password would lock the user out. */
  let rejection: unknown
  let rejectedUntil = 0

  const obtain = async (): Promise<string> => {
    const text = tokenStorage && (await useStore('token storage', log, () => tokenStorage.load(key)))
    let cached = (parseObject(text!) ?? {}) as unknown as CachedToken
    // Another process's token, unless it was used or rejected here.
    const isStored =
      isToken(cached.token) && cached.token !== current && cached.expiresAt - Date.now() > MIN_REMAINING_MS
    if (!isStored) {
      if (Date.now() < rejectedUntil) throw rejection
      try {
        cached = toCached(await fetchToken(connection))
      } catch (error) {
        rejection = error
        const { code } = error as ApiError
        if (code === INVALID_CREDENTIALS) rejectedUntil = Infinity
        if (code === USER_NOT_ACTIVATED) rejectedUntil = Date.now() + NOT_ACTIVATED_TTL_MS
        throw error
      }
    }
    const { mode = 'live' } = readClaims(cached.token)
    expect((expected ?? mode) === mode, `mode is ${expected}, but the token belongs to ${mode} mode.`)
    source.mode = mode
    const { expiresAt } = cached
    const lifetimeMs = expiresAt - Date.now()
    current = cached.token
    usableUntil = expiresAt - Math.min(MIN_REMAINING_MS, lifetimeMs / 2)
    renewAt = expiresAt - Math.min(MAX_RENEWAL_MS, lifetimeMs * RENEWAL_SHARE)
    if (!isStored && expiresAt < Infinity && tokenStorage)
      await useStore('token storage', log, () => tokenStorage.save(key, JSON.stringify(cached)))
    return current
  }
  const renew = (): Promise<string> =>
    // In Cloudflare Workers, requests cannot share a promise, only its result.
    isWorkers() ? obtain() : (renewal ??= obtain().finally(() => (renewal = undefined)))

  const source: TokenSource = {
    async get(scope) {
      const now = Date.now()
      if (now >= usableUntil) return scope ? scope.orAborted(renew()) : renew()
      if (now >= renewAt) {
        renewAt = now + RENEWAL_RETRY_MS
        renew().catch((error: Error) => log('warn', `token renewal failed: ${error.message}`))
      }
      return current!
    },
    discard(rejected) {
      if (current === rejected) usableUntil = 0
      return typeof token !== 'string'
    },
  }
  return source
}

const fetchToken = (connection: Connection): Promise<string> =>
  withTimeout(FETCH_TIMEOUT_MS, async (scope) => {
    const { email, password, token } = connection.options
    if (token) return typeof token === 'string' ? token : token()
    const body = JSON.stringify({ email, password })
    const request = { route: '/tokens', body, secrets: [password], expected: { token: isToken, _id: isText } }
    // The calls that wait for the token retry.
    return (await sendRequest(connection, request, scope)).data['token'] as string
  })

/** `expiresAt` is in this machine's time. */
interface CachedToken {
  token: string
  expiresAt: number
}

/** Uses the token's lifetime instead of its `exp` when this machine's clock is slow. */
function toCached(token: string): CachedToken {
  expect(isToken(token), 'token must be ASCII without spaces.')
  const now = Date.now() / 1_000
  const { iat = now, exp = Infinity } = readClaims(token)
  const remainingSeconds = exp - Math.max(iat, now)
  return { token, expiresAt: 1_000 * (now + (remainingSeconds > 0 ? remainingSeconds : exp - iat)) }
}
