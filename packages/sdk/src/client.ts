import { Accounts } from './accounts/accounts.ts'
import { createTokens } from './auth/create-tokens.ts'
import { Events } from './events/events.ts'
import type { ApiCaller } from './http/api-caller.ts'
import { readClaims } from './http/read-claims.ts'
import { checkClientOptions, checkOptions, DERIVED_OPTIONS } from './options/check-options.ts'
import type { DerivedClientOptions, Mode, PartnerAccountsOptions } from './options/client-options.ts'
import { createLog } from './runtime/log.ts'
import { createPacer, type TakeShared } from './rate-limit/rate-limit-pacer.ts'
import { useStore } from './runtime/call-scope.ts'
import { isWorkers } from './runtime/is-workers.ts'

/**
 * The client of the Partner Accounts API.
 *
 * Create one client and keep it: it signs in on the first call, renews its token, retries transient failures, and
 * queues calls when the rate limit is used up.
 *
 * @example
 * const client = new PartnerAccounts({ baseUrl, email, password })
 * for await (const account of client.accounts.list()) console.log(account._id, account.name)
 */
export class PartnerAccounts {
  declare readonly accounts: Accounts
  declare readonly events: Events
  readonly #api: ApiCaller

  /**
   * Sends nothing.
   *
   * @throws UsageError
   */
  constructor(options: PartnerAccountsOptions)
  /** @internal */
  constructor(options: PartnerAccountsOptions, original: ApiCaller)
  constructor(options: PartnerAccountsOptions, original?: ApiCaller) {
    if (!original) checkClientOptions(options)
    const baseUrl = options.baseUrl.replace(/\/+$/, '')
    const api = { baseUrl, state: {}, ...original, options, log: createLog(options) } as ApiCaller
    const { email, pacing, rateLimitStore: store } = options
    const take: TakeShared = async (window) => {
      // Without a token, the call fails.
      const { partner_id = email?.toLowerCase() } = readClaims(await api.tokens.get().catch(() => ''))
      const key = `partner-accounts:${baseUrl}:${partner_id}`
      return useStore('rate limit store', api.log, () => store!.take(key, window))
    }
    api.tokens ??= createTokens(api)
    // In Cloudflare Workers, a request cannot wait for another: calls retry after a 429 instead.
    if (pacing !== false && !isWorkers()) api.pacer ??= createPacer(api.state, store && take)
    this.#api = api
    this.accounts = new Accounts(api)
    this.events = new Events(api)
  }

  /** The mode of the current token; `undefined` before the first call. */
  get mode(): Mode | undefined {
    return this.#api.tokens.mode
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
    return new PartnerAccounts({ ...this.#api.options, ...changes }, this.#api)
  }

  /** @internal For journals. */
  identify(): ApiCaller {
    return this.#api
  }
}
