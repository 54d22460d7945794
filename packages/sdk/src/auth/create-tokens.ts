import type { TokenSource } from '../http/api-caller.ts'
import { type ApiRequest, type Connection, sendRequest } from '../http/send-request.ts'
import type { PartnerAccountsOptions } from '../options/client-options.ts'
import { CallScope, orAborted } from '../runtime/call-scope.ts'
import { TokenCache } from './token-cache.ts'

/** Shorter than a call's default timeout, so that the call can retry. */
const FETCH_TIMEOUT_MS = 20_000

/** Creates the source of a client's tokens. */
export function createTokens(
  { email, password, token, tokenStorage }: PartnerAccountsOptions,
  connection: Connection,
  warn: (message: string) => void,
): TokenSource {
  if (typeof token === 'string') return { get: () => Promise.resolve(token), discard: () => false }
  const key = `partner-accounts:${connection.baseUrl}:${email?.toLowerCase()}`
  // Without retries: the calls that wait for the token retry as they do after any other failure.
  const fetchToken = async () => {
    const scope = new CallScope(FETCH_TIMEOUT_MS)
    try {
      if (token) return await orAborted(Promise.resolve(token()), scope.signal)
      const request: ApiRequest = {
        route: '/tokens',
        body: JSON.stringify({ email, password }),
        secrets: [password!],
        expected: ['token', '_id'],
      }
      const { data } = await sendRequest(connection, request, { scope, number: 1, leave: () => {} })
      return data['token'] as string
    } finally {
      scope.close()
    }
  }
  return new TokenCache({ fetchToken, storage: tokenStorage && { at: tokenStorage, key }, warn })
}
