import type { RateLimitStore } from './rate-limit-store.ts'
import type { Logger, LogLevel } from '../runtime/log.ts'

/** Accounts of test mode are rehearsals: their mails are not sent. */
export type Mode = 'live' | 'test'

type Awaitable<T> = T | Promise<T>

/** Shares a token between short-lived processes. Stored values contain the token: protect them like a password. */
export interface TokenStorage {
  /** Returns the value last saved under this key. Timeout: 2 seconds. */
  load(key: string): Awaitable<string | null | undefined>
  /** Saves a value under a key that identifies service and user. Timeout: 2 seconds. */
  save(key: string, value: string): Awaitable<void>
}

export interface OutgoingRequest {
  readonly method: string
  /** May contain a CPF or CNPJ. */
  readonly url: string
  /** Can be changed. Contains the token. */
  readonly headers: Headers
  /** From 1; 2 is the first retry. */
  readonly attempt: number
}

/** A complete response, before the client evaluates it. */
export interface IncomingResponse {
  readonly status: number
  readonly headers: Headers
  /** Identifies the request in the service's log. */
  readonly requestId: string
  /** Milliseconds until the last byte of the response. */
  readonly durationMs: number
  /** How long the call waited for the rate limit, or to retry, before this request. */
  readonly waitedMs: number
}

/** A request without a complete response. */
export interface FailedRequest {
  /** A `ConnectionError`, a `TimeoutError`, or the reason of the caller's signal. */
  readonly error: unknown
  readonly requestId: string | undefined
  readonly durationMs: number
}

export interface UpcomingRetry {
  /** Number of the failed attempt, from 1. */
  readonly attempt: number
  /** Minimum delay before the next attempt, in milliseconds. */
  readonly delayMs: number
  readonly error: unknown
}

export interface Wait {
  /** Such as `/partner-accounts/{account_id}`. */
  readonly route: string
  /** Estimate of the whole wait. `Infinity` if it depends on requests in flight. */
  readonly waitMs: number
}

/** Called around every request, including sign-ins. A call fails with the error that a hook throws. */
export interface Hooks {
  /** May change the request's headers. */
  beforeRequest?: (request: OutgoingRequest) => Awaitable<void>
  /** Called for every complete response, whatever its status. */
  afterResponse?: (response: IncomingResponse, request: OutgoingRequest) => Awaitable<void>
  /** Called for every request without a complete response. */
  onRequestError?: (failure: FailedRequest, request: OutgoingRequest) => Awaitable<void>
  /** Called before each retry. */
  onRetry?: (retry: UpcomingRetry) => Awaitable<void>
  /** Called when a call waits for longer than a second: for the rate limit, or to retry. */
  onWait?: (wait: Wait) => Awaitable<void>
}

/** What the client passes to `fetch`. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal | null
  redirect: 'manual'
  cache?: 'no-store'
}

/** What the client reads of a response. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  /** Returns the complete body. */
  text(): Promise<string>
}

/** The global `fetch`, or another implementation, such as that of the package undici. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

export interface CommonOptions {
  /** Address of the API including its version, such as `https://api.example/partners/v1`. */
  baseUrl: string
  /**
   * Timeout of each call in milliseconds, including retries and the complete response. `Infinity` for none. Default:
   * 60 seconds, without the time spent waiting for the rate limit.
   */
  timeoutMs?: number | undefined
  /** Default: 3. With 0, not even a 429 is retried. */
  maxRetries?: number | undefined
  /**
   * Maximum wait for the rate limit in milliseconds, after which the call fails with `RateLimitError`. Waiting behind
   * the client's other calls does not count. Default: twice the service's window, at most ten minutes.
   */
  maxWaitMs?: number | undefined
  /** Rejects tokens of the other mode. Default: both modes are accepted. */
  mode?: Mode | undefined
  /** Calls wait for the rate limit instead of being rejected with 429. Default: `true`. */
  pacing?: boolean | undefined
  /** Shares the rate limit between processes of the same partner. */
  rateLimitStore?: RateLimitStore | undefined
  /** Such as `{ 'accept-language': 'en' }` for messages in English. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined
  hooks?: Hooks | undefined
  /** Receives log lines. Default: none. */
  logger?: Logger | undefined
  /** The least severe level to log. Default: `warn`. */
  logLevel?: LogLevel | undefined
}

/** A client that signs in as a portal user, and again when its token expires. */
export interface CredentialOptions extends CommonOptions {
  email: string
  password: string
  token?: undefined
  /** Shares tokens between processes. Without it, each process signs in. */
  tokenStorage?: TokenStorage | undefined
  /** Allows a password in a browser, where every visitor can read it. Default: `false`. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** A client with a token from elsewhere. */
export interface TokenOptions extends CommonOptions {
  /** A partner token, or a function that returns one, called again when it expires. */
  token: string | (() => Awaitable<string>)
  email?: undefined
  password?: undefined
  tokenStorage?: undefined
  dangerouslyAllowBrowser?: undefined
}

/** Either `email` and `password`, or `token`. */
export type PartnerAccountsOptions = CredentialOptions | TokenOptions

export type DerivedClientOptions = Pick<
  CommonOptions,
  'timeoutMs' | 'maxRetries' | 'maxWaitMs' | 'defaultHeaders' | 'hooks' | 'logger' | 'logLevel'
>

/** `low` lets other calls overtake, and leaves a tenth of the rate limit to them and to other processes. */
export type Priority = 'normal' | 'low'

/** The last argument of every method. */
export interface CallOptions {
  /** Cancels the call, which then fails with the signal's reason. */
  signal?: AbortSignal | null | undefined
  /** Milliseconds, including time spent waiting for the rate limit. `Infinity` for none. */
  timeoutMs?: number | undefined
  /** With 0, not even a 429 is retried. */
  maxRetries?: number | undefined
  /** In addition to `defaultHeaders`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** `low` for batch work beside interactive calls. Default: `normal`. */
  priority?: Priority | undefined
  /**
   * Identifies a creation, 1 to 255 characters. A retry with the same key and body within 24 hours creates nothing
   * and returns the same response. Default: a new key for every `create`.
   */
  idempotencyKey?: string | undefined
}
