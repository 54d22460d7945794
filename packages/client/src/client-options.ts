export interface ClientOptions {
  /** `/trpc`. */
  url: string
  /** Of an internal application. */
  key?: string | undefined
  /** Of a portal user. */
  token?: string | undefined
  /** Default: `pt-BR`. */
  locale?: Locale | (() => Locale)
  /** Of each request. Default: 30,000. */
  timeoutMs?: number
  /**
   * A query is sent again after a broken connection and the statuses 408, 429, 502 to 504 and 520 to 529, after a pause
   * of `Retry-After` and a growing, random time. Default: 2. With 0, no call is sent twice, as mutations never are.
   */
  maxRetries?: number
  /** Concurrent calls share requests. Default: true. */
  batch?: boolean
  /** Can add headers, read the response, or send again. */
  intercept?: (send: (headers?: Record<string, string>) => Promise<Response>) => Promise<Response>
}

export type Locale = 'pt-BR' | 'en'

/** Neither value is logged. */
export interface CallContext extends Record<string, unknown> {
  /** Header `Idempotency-Key` of `accounts.create`. */
  idempotencyKey?: string
  /** Header `X-Secret` of `accounts.get`. */
  secret?: string
}
