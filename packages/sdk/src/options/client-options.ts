import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts'
import type { Logger, LogLevel } from '../runtime/log.ts'

type Awaitable<T> = T | Promise<T>

/** Shares a token between short-lived processes. Stored values contain the token: protect them like a password. */
export interface TokenStorage {
  /** Returns the value last saved under this key, if there is one. Limited to 2 seconds. */
  load(key: string): Awaitable<string | null | undefined>
  /** Saves a value under a key that identifies the service and the user. Limited to 2 seconds. */
  save(key: string, value: string): Awaitable<void>
}

/** A request that is about to be sent. */
export interface OutgoingRequest {
  /** `GET` or `POST`. */
  readonly method: string
  /** The complete URL. It may contain a CPF or CNPJ. */
  readonly url: string
  /** The request's headers, which a hook may change. They contain the token. */
  readonly headers: Headers
  /** 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number
}

/** A complete response, before the client evaluates it. */
export interface IncomingResponse {
  /** HTTP status. */
  readonly status: number
  /** The response's headers. */
  readonly headers: Headers
  /** Identifies the request in the service's log. */
  readonly requestId: string
  /** Milliseconds from sending the request to the last byte of the response. */
  readonly durationMs: number
}

/** A request that got no complete response. */
export interface FailedRequest {
  /** A `ConnectionError`, a `TimeoutError`, or the reason of the caller's signal. */
  readonly error: unknown
  /** The request id that was sent. */
  readonly requestId: string | undefined
  /** Milliseconds from sending the request to its failure. */
  readonly durationMs: number
}

/** A retry that is about to be made. */
export interface UpcomingRetry {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number
  /** Milliseconds until the retry, at least. */
  readonly delayMs: number
  /** The failure that causes the retry. */
  readonly error: unknown
}

/** Functions that are called around every request, sign-ins included. A call fails with whatever its hook throws. */
export interface Hooks {
  /** Called before each request is sent. May change its headers. */
  beforeRequest?: (request: OutgoingRequest) => Awaitable<void>
  /** Called after each complete response, whatever its status. */
  afterResponse?: (response: IncomingResponse, request: OutgoingRequest) => Awaitable<void>
  /** Called after each request that got no complete response. */
  onRequestError?: (failure: FailedRequest, request: OutgoingRequest) => Awaitable<void>
  /** Called before each retry. */
  onRetry?: (retry: UpcomingRetry) => Awaitable<void>
}

/** The options of a client, credentials excepted. */
export interface CommonOptions {
  /** Address of the API including its version, such as `https://api.example/partners/v1`. */
  baseUrl: string
  /**
   * Timeout of each call in milliseconds, covering retries, waits and the complete response. `Infinity` for none.
   * Default: 60 seconds, which does not include time spent waiting for the rate limit.
   */
  timeoutMs?: number | undefined
  /** Maximum number of retries of a failed request. Default: 3. With 0, not even a 429 is retried. */
  maxRetries?: number | undefined
  /** Whether calls wait until the rate limit has room, instead of being rejected with 429. Default: `true`. */
  pacing?: boolean | undefined
  /** Shares the rate limit between processes of the same partner. */
  rateLimitStore?: RateLimitStore | undefined
  /** Headers of every request, such as `{ 'accept-language': 'en' }` for messages in English. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Functions that are called around every request. */
  hooks?: Hooks | undefined
  /** Receives log lines. Default: none. */
  logger?: Logger | undefined
  /** The least severe level that is passed to `logger`. Default: `warn`. */
  logLevel?: LogLevel | undefined
}

/** Options of a client that signs in as a portal user, and again when its token expires. */
export interface CredentialOptions extends CommonOptions {
  /** E-mail of the portal user. */
  email: string
  /** Password of the portal user. */
  password: string
  /** Belongs to `TokenOptions`. */
  token?: undefined
  /** Shares tokens between processes. Without it, each process signs in by itself. */
  tokenStorage?: TokenStorage | undefined
  /** Allows a password in a browser, where every visitor can read it. Default: `false`. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** Options of a client with a token from elsewhere. */
export interface TokenOptions extends CommonOptions {
  /** A partner token, or a function that returns one. The function is called again when its token expires. */
  token: string | (() => Awaitable<string>)
  /** Belongs to `CredentialOptions`. */
  email?: undefined
  /** Belongs to `CredentialOptions`. */
  password?: undefined
  /** Belongs to `CredentialOptions`. */
  tokenStorage?: undefined
  /** Belongs to `CredentialOptions`. */
  dangerouslyAllowBrowser?: undefined
}

/** Options of a client: with `email` and `password`, or with `token`. */
export type PartnerAccountsOptions = CredentialOptions | TokenOptions

/** Options that `client.withOptions()` can change. Tokens and the rate limit stay shared with the original client. */
export type DerivedClientOptions = Pick<
  CommonOptions,
  'timeoutMs' | 'maxRetries' | 'defaultHeaders' | 'hooks' | 'logger' | 'logLevel'
>

/** `low` waits for calls of normal priority, and leaves a tenth of the rate limit to them and to other processes. */
export type Priority = 'normal' | 'low'

/** Options that every method takes as its last argument. */
export interface CallOptions {
  /** Cancels the call, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Timeout of the call in milliseconds, time spent waiting for the rate limit included. `Infinity` for none. */
  timeoutMs?: number | undefined
  /** Maximum number of retries of a failed request. With 0, not even a 429 is retried. */
  maxRetries?: number | undefined
  /** Headers of the call's requests, in addition to `defaultHeaders`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** `low` for batch work beside interactive calls. Default: `normal`. */
  priority?: Priority | undefined
  /**
   * Identifies a creation, 1 to 255 characters. Repeating a creation with the same key and body within 24 hours
   * creates nothing and returns the same response. Default: a new key for every call of `create`.
   */
  idempotencyKey?: string | undefined
}
