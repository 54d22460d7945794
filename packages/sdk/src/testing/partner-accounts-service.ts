import { LIMITS } from '@partner-accounts/rules'
import { signedRequest } from '../webhooks/signature.ts'
import type { Credentials, PartnerAccountsEvent } from '../wire/models.ts'
import type { AddedAccount } from './accounts-in-memory.ts'
import type { NewEvent } from './events-in-memory.ts'
import type { Failure, FailureScope } from './failures.ts'
import { connectionFailure, createHandler, handleRequest, type MswHttp, pathBelow } from './handle-request.ts'
import { loadMsw } from './load-msw.ts'
import type { PortalUser, PortalUserOptions } from './portal-users.ts'
import type { ReceivedRequest } from './received-requests.ts'
import { type AccountOptions, numberedAccount } from './sample-account.ts'
import { ServiceState, type StateOptions } from './service-state.ts'
import type { RateLimit } from './sliding-window.ts'

export interface ServiceOptions {
  /** Address of the API including its version, as the client gets it. */
  baseUrl: string
  /**
   * Default: a million requests in 60 seconds, so that no test waits. The real service accepts 60 in 60 seconds. A client
   * remembers the limit that it has seen, so create a new client after `reset`.
   */
  rateLimit?: RateLimit
  /** Default: 3600. */
  tokenLifetimeSeconds?: number
  /** Returns milliseconds since 1970. Default: `Date.now`, so that fake timers work. */
  now?: () => number
}

/** More requests than any test sends. */
const NO_LIMIT: RateLimit = { requests: 1_000_000, windowSeconds: LIMITS.rate.windowSeconds }

const DEFAULT_PARTNER = 'partner'
const FIRST_USER = { email: 'ana@partner.example', password: 'correct horse battery staple' }

/**
 * Creates a fake Partner Accounts API in memory, with the routes, rules, messages and headers of the real one. Pass
 * its `fetch` to the client, or its `handlers` to msw, and `reset` it between tests.
 *
 * @example
 * const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
 * const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
 * afterEach(() => service.reset())
 */
export const partnerAccountsService = (options: ServiceOptions): PartnerAccountsService =>
  new PartnerAccountsService(options)

export class PartnerAccountsService {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** Credentials of the initial user, who may read and create accounts. */
  readonly credentials: Readonly<Credentials> = FIRST_USER
  readonly #options: StateOptions
  #state: ServiceState
  // msw's handler type would require msw, an optional dependency, to be installed.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  #handlers: readonly [any] | undefined

  /** @internal */
  constructor({ baseUrl, rateLimit = NO_LIMIT, now = () => Date.now(), ...options }: ServiceOptions) {
    this.baseUrl = new URL(baseUrl).href.replace(/\/+$/, '')
    const { tokenLifetimeSeconds = LIMITS.tokenLifetimeSeconds } = options
    this.#options = { baseUrl: this.baseUrl, rateLimit, now, tokenLifetimeSeconds }
    this.#state = new ServiceState(this.#options)
    this.addUser(FIRST_USER)
  }

  /**
   * Handles a request. Pass this function as the client's option `fetch`. Rejects for addresses outside `baseUrl`.
   *
   * @example
   * new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials, fetch: service.fetch })
   */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const path = pathBelow(this.baseUrl, request.url)
    if (path === undefined) throw new TypeError(`${request.url} is outside ${this.baseUrl}`)
    const outcome = await handleRequest(this.#state, request, path)
    request.signal.throwIfAborted()
    if (outcome instanceof Response) return outcome
    throw connectionFailure(outcome)
  }

  /**
   * For `setupServer` of `msw/node`.
   *
   * @throws Error if msw, an optional peer dependency, is not installed, or cannot be loaded in this runtime
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get handlers(): readonly [any] {
    this.#handlers ??= this.handlersFor(loadMsw().http)
    return this.#handlers
  }

  /**
   * Returns the same handler as `handlers`, made with the given `http` of msw. Works in every runtime.
   *
   * @example
   * import { http } from 'msw'
   * const worker = setupWorker(...service.handlersFor(http))
   */
  handlersFor<Handler>(http: MswHttp<Handler>): readonly [Handler] {
    const handler = createHandler(
      http,
      (url) => pathBelow(this.baseUrl, url),
      (request, path) => handleRequest(this.#state, request, path),
    )
    return [handler]
  }

  /** Requests received since the start or the last `reset`, oldest first, without secrets. */
  get requests(): readonly ReceivedRequest[] {
    return this.#state.received
  }

  /** Restores the initial state: no accounts, requests or planned failures, and only the first user. */
  reset(): void {
    this.#state = new ServiceState(this.#options)
    this.addUser(FIRST_USER)
  }

  /**
   * Adds a portal user, or changes the user with the same e-mail. Omitted options keep their values.
   *
   * @example
   * const viewer = service.addUser({ permissions: ['accounts:read'] })
   * const client = new PartnerAccounts({ baseUrl, email: viewer.email, password: viewer.password })
   */
  addUser(options: PortalUserOptions = {}): PortalUser {
    const { users, values, now } = this.#state
    const known = options.email === undefined ? undefined : users.byEmail(options.email)
    const number = known ? 0 : values.number()
    const user: PortalUser = {
      _id: known?._id ?? values.id(now()),
      email: `user-${number}@partner.example`,
      password: `password of user ${number}`,
      permissions: ['accounts:read', 'accounts:create'],
      status: 'active',
      partner: DEFAULT_PARTNER,
      mode: 'live',
      ...known,
      ...options,
    }
    users.put(user)
    return user
  }

  /** Removes a user. The user's tokens get 401. */
  removeUser(email: string): void {
    this.#state.users.remove(email)
  }

  /**
   * Adds an account as the newest, without a request.
   *
   * @throws Error if another account has its e-mail
   * @example
   * const { _id, secret } = service.addAccount({ company_doc: { cnpj: '12ABC34501DE35' }, active_employees: 9 })
   */
  addAccount(options: AccountOptions = {}): AddedAccount {
    const { values, now } = this.#state
    const { partner = DEFAULT_PARTNER, createdAt, active_employees = 0, subscription_face_ids = 0, ...given } = options
    const body = numberedAccount(values.number(), given)
    const subscription = { subscription_employees: body.employees_quantity, subscription_face_ids }
    return this.#state.createAccount(partner, body, {
      createdAt: createdAt?.getTime() ?? now(),
      active_employees,
      ...subscription,
    })
  }

  /** Revokes an account's token. A read of the account with its secret then returns `null` as `api_token`. */
  revokeApiToken(accountId: string): void {
    this.#state.accounts.change(accountId, { api_token: null })
    this.addEvent({ type: 'api_token.revoked', data: { account_id: accountId.toLowerCase() } })
  }

  /**
   * Adds an event to the feed. Creations and `revokeApiToken` add theirs.
   *
   * @throws Error if there is no such account or portal user
   * @example
   * const event = service.addEvent({ type: 'subscription.activated', data: { account_id: _id } })
   */
  addEvent(event: NewEvent): PartnerAccountsEvent {
    const { data } = event
    const { accounts, events, users, now } = this.#state
    const id = 'account_id' in data ? data.account_id : data.portal_user_id
    const partner = 'account_id' in data ? accounts.partnerOf(id) : users.byId(id)?.partner
    if (partner === undefined) throw new Error(`There is no account or portal user ${id}.`)
    return this.#state.presentEvent(events.add(partner, now(), event))
  }

  /**
   * Returns the request by which the service pushes an event to an endpoint.
   *
   * @param endpoint its URL and its secret (`whsec_…`)
   * @example
   * const response = await POST(await service.signedRequest(event, { url, secret }))
   */
  signedRequest(event: PartnerAccountsEvent, endpoint: { url: string; secret: string }): Promise<Request> {
    return signedRequest(event, { ...endpoint, sentAt: this.#options.now() })
  }

  /** Expires all partner tokens: requests get 401 until the next sign-in. */
  expireTokens(): void {
    this.#state.tokens.expireAll()
  }

  /** Suspends a partner: its users can sign in, but all other requests get 403. */
  suspend(partner = DEFAULT_PARTNER): void {
    this.#state.suspended.add(partner)
  }

  /** Ends a suspension. */
  resume(partner = DEFAULT_PARTNER): void {
    this.#state.suspended.delete(partner)
  }

  /** Changes the rate limit. Past requests remain counted. */
  setRateLimit(limit: Partial<RateLimit>): void {
    this.#state.window.limit = { ...this.#state.window.limit, ...limit }
  }

  /**
   * Makes the next requests fail, after the failures that are planned already.
   *
   * @example
   * service.failNext({ kind: 'connection-broken' }, { operation: 'createPartnerAccount' })
   * @example
   * service.failNext({ kind: 'error', status: 503 }, { times: 2 })
   */
  failNext(failure: Failure, scope?: FailureScope): void {
    this.#state.failures.add(failure, scope)
  }

  /** Removes the planned failures. */
  stopFailing(): void {
    this.#state.failures.clear()
  }
}
