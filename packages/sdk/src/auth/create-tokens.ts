import { INVALID_CREDENTIALS, USER_NOT_ACTIVATED } from '../errors/error-codes.ts'
import type { ApiError } from '../errors/errors.ts'
import type { TokenSource } from '../http/api-caller.ts'
import { type Connection, sendRequest } from '../http/send-request.ts'
import { isText, isToken, parseObject, expect, succeeds } from '../options/checks.ts'
import { isWorkers } from '../runtime/is-workers.ts'
import { openScope, orAborted, useStore } from '../runtime/call-scope.ts'

/** Shorter than a call's default timeout, so the call can retry. */
const FETCH_TIMEOUT_MS = 20_000
/** Background renewal: in this last share of the lifetime, at most `MAX_RENEWAL_MS` before the token expires. */
const RENEWAL_SHARE = 0.1
const MAX_RENEWAL_MS = 60_000
const RENEWAL_RETRY_MS = 5_000
/** The user may follow the activation link meanwhile. */
const NOT_ACTIVATED_TTL_MS = 60_000
/** Margin for the request to reach the service. */
const MIN_REMAINING_MS = 5_000

/** Shares one sign-in between concurrent calls, and renews tokens before they expire. */
export function createTokens(connection: Connection): TokenSource {
  const { email, token, tokenStorage } = connection.options
  if (typeof token === 'string') return { get: () => Promise.resolve(token), discard: () => false }
  const { log } = connection
  const key = `partner-accounts:${connection.baseUrl}:${email?.toLowerCase()}`
  let current: string | undefined
  let usableUntil = 0
  let renewAt = 0
  let renewal: Promise<string> | undefined
  /** Retrying a rejected password would lock the user out. */
  let rejection: unknown
  let rejectedUntil = 0

  /** Returns another process's token, if it is valid and was not used or rejected here. */
  const load = async (): Promise<CachedToken | undefined> => {
    const text = tokenStorage && (await useStore('token storage', log, () => tokenStorage.load(key)))
    const stored = (parseObject(text ?? '') ?? {}) as Partial<CachedToken>
    const isNew = isToken(stored.token) && stored.token !== current
    return isNew && stored.expiresAt! - Date.now() > MIN_REMAINING_MS ? (stored as CachedToken) : undefined
  }
  const fetchNew = async (): Promise<CachedToken> => {
    if (Date.now() < rejectedUntil) throw rejection
    try {
      return toCached(await fetchToken(connection))
    } catch (error) {
      rejection = error
      const lastsMs = { [INVALID_CREDENTIALS]: Infinity, [USER_NOT_ACTIVATED]: NOT_ACTIVATED_TTL_MS }
      rejectedUntil = Date.now() + (lastsMs[(error as ApiError).code as keyof typeof lastsMs] ?? 0)
      throw error
    }
  }
  const obtain = async (): Promise<string> => {
    const stored = await load()
    const cached = stored ?? (await fetchNew())
    const { token, expiresAt } = cached
    const lifetimeMs = expiresAt - Date.now()
    current = token
    usableUntil = expiresAt - Math.min(MIN_REMAINING_MS, lifetimeMs / 2)
    renewAt = expiresAt - Math.min(MAX_RENEWAL_MS, lifetimeMs * RENEWAL_SHARE)
    if (!stored && expiresAt < Infinity && tokenStorage)
      await useStore('token storage', log, () => tokenStorage.save(key, JSON.stringify(cached)))
    return token
  }
  const renew = (): Promise<string> =>
    // In Cloudflare Workers, requests cannot share a promise, only its result.
    isWorkers() ? obtain() : (renewal ??= obtain().finally(() => (renewal = undefined)))

  return {
    async get(signal) {
      const now = Date.now()
      if (now >= usableUntil) return orAborted(renew(), signal)
      if (now >= renewAt) {
        renewAt = now + RENEWAL_RETRY_MS
        renew().catch((error: Error) => log('warn', `token renewal failed: ${error.message}`))
      }
      return current!
    },
    discard(token) {
      if (current === token) usableUntil = 0
      return true
    },
  }
}

async function fetchToken(connection: Connection): Promise<string> {
  const { email, password, token } = connection.options
  const scope = openScope(FETCH_TIMEOUT_MS)
  try {
    if (typeof token === 'function') return await orAborted(token(), scope.signal)
    const body = JSON.stringify({ email, password })
    const request = { route: '/tokens', body, secrets: [password!], expected: { token: isToken, _id: isText } }
    // The calls that wait for the token retry.
    const { data } = await sendRequest(connection, request, { scope, attempt: 1 })
    return data['token'] as string
  } finally {
    scope.close()
  }
}

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

/** Does not verify. An opaque token has no claims and is used until the service rejects it. */
export function readClaims(token: string): { iat?: number; exp?: number; partner_id?: string } {
  let payload = ''
  succeeds(() => (payload = atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))))
  return parseObject(payload) ?? {}
}
