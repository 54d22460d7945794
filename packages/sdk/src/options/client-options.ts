import type { Logger, LogLevel } from './log.ts'

type Awaitable<T> = T | Promise<T>

/** Keeps a token between processes that live shortly. The value holds the token: store it as you would a password. */
export interface TokenStorage {
  /** What was saved last under this key, if anything. */
  load(key: string): Awaitable<string | null | undefined>
  save(key: string, value: string): Awaitable<void>
}

/** A request on its way out. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  /** May be changed. They hold the token. */
  readonly headers: Headers
  /** 1 for the first try. */
  readonly attempt: number
}

/** An answer, before it is looked at. */
export interface IncomingResponse {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string
  /** Time from the request to the whole answer. */
  readonly durationMs: number
}

/** Another try that is about to be made. */
export interface UpcomingRetry {
  /** The number of the try that failed. */
  readonly attempt: number
  readonly delayMs: number
  readonly error: unknown
}

/** Called around every request; what they throw, the call fails with. */
export interface Hooks {
  beforeRequest?: (request: OutgoingRequest) => Awaitable<void>
  afterResponse?: (response: IncomingResponse, request: OutgoingRequest) => Awaitable<void>
  onRetry?: (retry: UpcomingRetry) => Awaitable<void>
}

/** Everything but who calls. */
export interface CommonOptions {
  /** Address of the API, with its version: `https://…/partners/v1`. */
  baseUrl: string
  /** The most a call may take, with its retries, waits and whole answer. See `CallOptions.timeoutMs`. */
  timeoutMs?: number | undefined
  /** How often a failed request is tried again; 3 unless given, 0 for never. */
  maxRetries?: number | undefined
  /** Whether requests wait here rather than be refused for the rate limit. `true` unless given. */
  pacing?: boolean | undefined
  /** Sent with every request, such as `{ 'accept-language': 'en' }` for messages in English. */
  defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  hooks?: Hooks | undefined
  logger?: Logger | undefined
  /** The least that the logger is told; `warn` unless given. */
  logLevel?: LogLevel | undefined
}

/** Signs in with a portal user, and again when the token expires. */
export interface CredentialOptions extends CommonOptions {
  email: string
  password: string
  token?: undefined
  /** Shares tokens among processes: without one, each signs in for itself. */
  tokenStorage?: TokenStorage | undefined
}

/** Brings a token of its own, or a function that gets one: it is asked again when its token expires or is refused. */
export interface TokenOptions extends CommonOptions {
  token: string | (() => Awaitable<string>)
  email?: undefined
  password?: undefined
  tokenStorage?: undefined
}

/** How a client is set up: with `email` and `password`, or with a `token`. */
export type PartnerAccountsOptions = CredentialOptions | TokenOptions

/** What every method takes last. */
export interface CallOptions {
  /** Ends the call: it fails with the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * The most the call may take, from now to the last byte of its answer. Unless given here or to the client it is a
   * minute, without the time for which the rate limit holds the call back.
   */
  timeoutMs?: number | undefined
  /** How often a failed request is tried again; 0 for never. */
  maxRetries?: number | undefined
  /**
   * Names a creation, 1 to 255 characters: repeated with the same key and body within 24 hours, it creates nothing
   * and gets the same answer. Made up for every call of `create` unless given; other methods have no use for it.
   */
  idempotencyKey?: string | undefined
}
