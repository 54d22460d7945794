import { Accounts } from './accounts/accounts.ts'
import { ApiCaller } from './http/api-caller.ts'
import { CallScope } from './http/call-scope.ts'
import { checkClientOptions } from './options/check-options.ts'
import type { CredentialOptions, PartnerAccountsOptions } from './options/client-options.ts'
import { exchange, type ExchangeOptions } from './http/exchange.ts'
import { createLog, type Log } from './options/log.ts'
import type { Credentials } from './wire/models.ts'
import { RateLimitPacer } from './rate-limit/rate-limit-pacer.ts'
import { TokenCache, type TokenSource } from './auth/token-cache.ts'

/** A shared sign-in waits for nobody's own deadline. */
const SIGN_IN_WITHIN_MS = 30_000

/**
 * The client of the Partner Accounts API.
 *
 * Make one and keep it: it signs in on the first call, keeps its token fresh, tries again what failed in passing, and
 * holds calls back when the rate limit is used up, over all that it is asked at once.
 *
 * @example
 * const client = new PartnerAccounts({ baseUrl, email, password })
 * for await (const account of client.accounts.list()) console.log(account._id, account.name)
 */
export class PartnerAccounts {
  /** Creates, reads and lists accounts. */
  readonly accounts: Accounts

  /**
   * Checks its options; nothing is sent yet.
   *
   * @throws UsageError
   */
  constructor(options: PartnerAccountsOptions) {
    checkClientOptions(options)
    const { defaultHeaders = {}, hooks = {}, logger, logLevel, timeoutMs, maxRetries } = options
    const log = createLog(logger, logLevel)
    const toService: ExchangeOptions = {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      // The global one is looked up when it is called: it may be replaced after this.
      fetch: (...request) => (options.fetch ?? globalThis.fetch)(...request),
      defaultHeaders,
      hooks,
      debug: log.debug,
    }
    this.accounts = new Accounts(
      new ApiCaller({
        exchange: toService,
        tokens: createTokens(options, toService, log),
        pacer: options.pacing === false ? undefined : new RateLimitPacer(),
        ...{ timeoutMs, maxRetries, hooks, log },
      }),
    )
  }
}

function createTokens(options: PartnerAccountsOptions, toService: ExchangeOptions, { warn }: Log): TokenSource {
  const { token } = options
  if (typeof token === 'string') return { get: () => Promise.resolve(token), refuse: () => false }
  if (token) return new TokenCache({ fetchToken: async () => token(), warn })
  const { email, password, tokenStorage } = options as CredentialOptions
  const key = `partner-accounts:${toService.baseUrl}:${email.toLowerCase()}`
  return new TokenCache({
    fetchToken: () => signIn(toService, { email, password }),
    storage: tokenStorage && { at: tokenStorage, key },
    warn,
  })
}

/** One try: those who wait for the token try again as they do for anything else. */
async function signIn(toService: ExchangeOptions, credentials: Credentials): Promise<string> {
  const scope = new CallScope(SIGN_IN_WITHIN_MS)
  const request = { route: '/tokens', body: JSON.stringify(credentials), secrets: [credentials.password] }
  try {
    const { data } = await exchange(toService, request, { scope, attempt: 1, leave: () => {} })
    return data['token'] as string
  } finally {
    scope.close()
  }
}
