import { Accounts } from './accounts/accounts.ts'
import { createTokens } from './auth/create-tokens.ts'
import { ApiCaller, type TokenSource } from './http/api-caller.ts'
import type { Connection } from './http/send-request.ts'
import { checkClientOptions, checkOptions, DERIVED_OPTIONS } from './options/check-options.ts'
import type { DerivedClientOptions, PartnerAccountsOptions } from './options/client-options.ts'
import { createLog, type Log } from './options/log.ts'
import { createPacer, type RateLimitPacer } from './rate-limit/rate-limit-pacer.ts'
import type { RateLimitWindow } from './rate-limit/rate-limit-store.ts'
import { withTimeout } from './runtime/call-scope.ts'
import { IS_WORKERS } from './runtime/is-workers.ts'

/** What derived clients share with the client they come from. */
interface Shared {
  options: PartnerAccountsOptions
  tokens: TokenSource
  pacer: RateLimitPacer | undefined
  state: Connection['state']
}

/**
 * The client of the Partner Accounts API.
 *
 * Create one client and keep it: it signs in on the first call, renews its token, retries transient failures, and
 * makes concurrent calls wait when the rate limit is used up.
 *
 * @example
 * const client = new PartnerAccounts({ baseUrl, email, password })
 * for await (const account of client.accounts.list()) console.log(account._id, account.name)
 */
export class PartnerAccounts {
  /** Creates, reads and lists accounts. */
  readonly accounts: Accounts
  readonly #shared: Shared

  /**
   * Validates the options. Sends nothing.
   *
   * @throws UsageError
   */
  constructor(options: PartnerAccountsOptions)
  /** @internal */
  constructor(options: PartnerAccountsOptions, shared: Shared)
  constructor(options: PartnerAccountsOptions, shared?: Shared) {
    if (!shared) checkClientOptions(options)
    const { fetch, defaultHeaders = {}, hooks = {}, logger, logLevel, timeoutMs, maxRetries } = options
    const log = createLog(logger, logLevel)
    const connection: Connection = {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      // The global one is looked up for each request: it may be replaced later.
      fetch: (...request) => (fetch ?? globalThis.fetch)(...request),
      defaultHeaders,
      hooks,
      debug: log.debug,
      state: shared?.state ?? { isEstablished: false },
    }
    this.#shared = shared ?? {
      options,
      tokens: createTokens(options, connection, log.warn),
      pacer: createClientPacer(options, connection.baseUrl, log.warn),
      state: connection.state,
    }
    const { tokens, pacer } = this.#shared
    this.accounts = new Accounts(new ApiCaller({ connection, tokens, pacer, timeoutMs, maxRetries, hooks, log }))
  }

  /**
   * Returns a client with other options that shares this client's token and rate limit.
   *
   * @throws UsageError
   * @example
   * const patient = client.withOptions({ timeoutMs: 300_000, maxRetries: 10 })
   */
  withOptions(changes: DerivedClientOptions): PartnerAccounts {
    checkOptions('withOptions', changes, DERIVED_OPTIONS)
    const options = { ...this.#shared.options, ...changes }
    return new PartnerAccounts(options, { ...this.#shared, options })
  }
}

function createClientPacer(
  { pacing, rateLimitStore: store }: PartnerAccountsOptions,
  baseUrl: string,
  warn: Log['warn'],
) {
  // In Cloudflare Workers, a request cannot wait for another one: calls retry after a 429 instead.
  if (pacing === false || IS_WORKERS) return undefined
  const take = async (window: RateLimitWindow) => {
    try {
      return await withTimeout(store!.take(`partner-accounts:${baseUrl}`, window))
    } catch (error) {
      warn(`the rate limit store failed: ${(error as Error).message}`)
      return 0
    }
  }
  return createPacer(store && take)
}
