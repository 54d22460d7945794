import { Accounts } from './accounts/accounts.ts'
import { TokenSource } from './auth/token-source.ts'
import { Events } from './events/events.ts'
import type { ApiCaller } from './calls/api-caller.ts'
import { checkClientOptions, checkOptions, DERIVED_OPTIONS } from './options/check-options.ts'
import type { DerivedClientOptions, Mode, PartnerAccountsOptions } from './options/client-options.ts'
import type { Connection, ConnectionState } from './options/connection.ts'
import { useStore } from './options/use-store.ts'
import { RateLimitPacer, type TakeShared } from './rate-limit/rate-limit-pacer.ts'
import { IS_BROWSER_BUILD } from './runtime/browser-build.ts'
import { CallStarts } from './runtime/call-starts.ts'
import { isWorkers } from './runtime/is-workers.ts'
import { createLog, type Log } from './runtime/log.ts'

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
    const log = createLog(options)
    this.#api = original ? { ...original, options, log } : connect(options, log)
    this.accounts = new Accounts(this.#api)
    this.events = new Events(this.#api)
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
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    return new PartnerAccounts({ ...this.#api.options, ...Object.fromEntries(given) }, this.#api)
  }

  /** @internal The batch entry is another bundle, which can read no private fields. */
  caller(): ApiCaller {
    return this.#api
  }
}

function connect(options: PartnerAccountsOptions, log: Log): ApiCaller {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const state: ConnectionState = {}
  const connection = { baseUrl, options, log, state }
  const tokens = new TokenSource(connection)
  // In Cloudflare Workers, a request cannot wait for another: calls retry after a 429 instead.
  const isInWorkers = !IS_BROWSER_BUILD && isWorkers()
  const isPaced = options.pacing !== false && !isInWorkers
  const pacer = isPaced ? new RateLimitPacer(state, sharedSlots(connection, tokens)) : undefined
  const starts = IS_BROWSER_BUILD || isInWorkers ? undefined : new CallStarts()
  return { ...connection, starts, tokens, pacer }
}

/**
 * Returns a function that takes slots from `rateLimitStore`. Calls get a token before they wait for a slot, so `partnerId`
 * is known unless the token is opaque.
 */
function sharedSlots({ baseUrl, options, log }: Connection, tokens: TokenSource): TakeShared | undefined {
  const { email, rateLimitStore } = options
  if (!rateLimitStore) return undefined
  return async (window) => {
    const key = `partner-accounts:${baseUrl}:${tokens.partnerId ?? email?.toLowerCase()}`
    return useStore('rate limit store', log, () => rateLimitStore.take(key, window))
  }
}
