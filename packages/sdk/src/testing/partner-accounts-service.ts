import type { HttpHandler } from 'msw'
import type { Credentials } from '../wire/models.ts'
import type { AddedAccount } from './accounts-in-memory.ts'
import { createHandler } from './create-handler.ts'
import type { Failure, FailureScope } from './failures.ts'
import type { PortalUser, PortalUserOptions } from './portal-users.ts'
import type { ReceivedRequest } from './received-requests.ts'
import { type AccountOptions, sampleAccount } from './sample-account.ts'
import { ServiceState, type StateOptions } from './service-state.ts'
import type { RateLimit } from './sliding-window.ts'

/** Where and how the service is acted out. */
export interface ServiceOptions {
  /** Address of the API, with its version, as the client is given it. */
  baseUrl: string
  /** 60 requests in 60 seconds unless given. */
  rateLimit?: RateLimit
  /** 3600 unless given. */
  tokenLifetimeSeconds?: number
  /** Milliseconds since 1970; `Date.now` unless given, so that fake timers move it. */
  now?: () => number
}

const USUAL_LIMIT: RateLimit = { requests: 60, windowSeconds: 60 }
const USUAL_LIFETIME_SECONDS = 3_600
const USUAL_PARTNER = 'partner'
/** Whoever can sign in from the start. */
const FIRST_USER = { email: 'ana@partner.example', password: 'correct horse battery staple' }

/**
 * Acts out the Partner Accounts API in memory, behind msw: every route, rule, message and header as the service has
 * them. Give its `handlers` to msw, and `reset` it between tests.
 *
 * @example
 * const service = partnerAccountsService({ baseUrl: 'https://api.example/partners/v1' })
 * const server = setupServer(...service.handlers)
 * beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
 * afterEach(() => service.reset())
 * afterAll(() => server.close())
 *
 * const client = new PartnerAccounts({ baseUrl: service.baseUrl, ...service.credentials })
 */
export const partnerAccountsService = (options: ServiceOptions): PartnerAccountsService =>
  new PartnerAccountsService(options)

/** The service, and what a test can do to it. */
export class PartnerAccountsService {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** For `setupServer` of `msw/node`, or `setupWorker` of `msw/browser`. */
  readonly handlers: readonly [HttpHandler]
  /** Of a user who may read and create, and is there from the start. */
  readonly credentials: Readonly<Credentials> = FIRST_USER
  readonly #options: StateOptions
  #state: ServiceState

  constructor({ baseUrl, rateLimit = USUAL_LIMIT, now = () => Date.now(), ...options }: ServiceOptions) {
    this.baseUrl = new URL(baseUrl).href.replace(/\/+$/, '')
    const { tokenLifetimeSeconds = USUAL_LIFETIME_SECONDS } = options
    this.#options = { rateLimit, now, tokenLifetimeSeconds }
    this.#state = this.#start()
    this.handlers = [createHandler(this.baseUrl, () => this.#state)]
  }

  /** Every request since the start, oldest first, without its secrets. */
  get requests(): readonly ReceivedRequest[] {
    return this.#state.received
  }

  /** Forgets everything: accounts, users, tokens, requests, planned failures, and what was set. */
  reset(): void {
    this.#state = this.#start()
  }

  /**
   * Adds a portal user. With the e-mail of one who is there already, changes it: what is left out stays.
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
      partner: USUAL_PARTNER,
      ...known,
      ...options,
    }
    users.put(user)
    return user
  }

  /** Its tokens are nobody's from now on: 401. */
  removeUser(email: string): void {
    this.#state.users.remove(email)
  }

  /**
   * Adds an account, newer than all others, without any request.
   *
   * @throws Refusal when its e-mail is another account's
   * @example
   * const { _id, secret } = service.addAccount({ company_doc: { cnpj: '12ABC34501DE35' }, active_employees: 9 })
   */
  addAccount(options: AccountOptions = {}): AddedAccount {
    const { accounts, values, now } = this.#state
    const { partner = USUAL_PARTNER, createdAt, active_employees = 0, subscription_face_ids = 0, ...given } = options
    const body = sampleAccount(values.number(), given)
    const subscription = { subscription_employees: body.employees_quantity, subscription_face_ids }
    return accounts.create(partner, body, {
      createdAt: createdAt?.getTime() ?? now(),
      active_employees,
      ...subscription,
    })
  }

  /** Its `api_token` is `null` from now on, for who has the secret. */
  revokeApiToken(accountId: string): void {
    this.#state.accounts.change(accountId, { api_token: null })
  }

  /** No partner token that was issued is good any more: 401, until the next sign-in. */
  expireTokens(): void {
    this.#state.tokens.expireAll()
  }

  /** Its users still sign in; everything else is 403. */
  suspend(partner = USUAL_PARTNER): void {
    this.#state.suspended.add(partner)
  }

  resume(partner = USUAL_PARTNER): void {
    this.#state.suspended.delete(partner)
  }

  /** From now on. What was counted stays counted. */
  setRateLimit(limit: Partial<RateLimit>): void {
    this.#state.window.limit = { ...this.#state.window.limit, ...limit }
  }

  /**
   * Lets the next request fail, or the next ones. Failures that were asked for earlier come first.
   *
   * @example
   * service.failNext({ kind: 'lost-answer' }, { operation: 'createPartnerAccount' })
   * @example
   * service.failNext({ kind: 'error', status: 503 }, { times: 2 })
   */
  failNext(failure: Failure, scope?: FailureScope): void {
    this.#state.failures.add(failure, scope)
  }

  /** Forgets the failures that are still to come. */
  stopFailing(): void {
    this.#state.failures.clear()
  }

  #start(): ServiceState {
    const state = new ServiceState(this.#options)
    this.#state = state
    this.addUser(FIRST_USER)
    return state
  }
}
