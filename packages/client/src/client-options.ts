export interface ClientOptions {
  /** Address of the native router, such as `https://service.example/trpc`. */
  url: string
  /** API key of an internal application. */
  key?: string | undefined
  /** Token of a portal user. */
  token?: string | undefined
  /** Default: `pt-BR`. */
  locale?: Locale | (() => Locale)
  /** Timeout of each request, in milliseconds. Default: 30,000. */
  timeoutMs?: number
  /**
   * How often a query is sent again after a broken connection or the status 408, 429, 502 to 504 or 520 to 529. Each
   * retry waits for `Retry-After` plus a growing, random time. Default: 2. Mutations are never sent again.
   */
  maxRetries?: number
  /** Whether concurrent calls share requests. Default: true. */
  batch?: boolean
  /** Replaces the sending of each request: can add headers, read the response, or call `send` again. */
  intercept?: (send: (headers?: Record<string, string>) => Promise<Response>) => Promise<Response>
}

export type Locale = 'pt-BR' | 'en'

/** Headers of one call. Their values are not logged. */
export interface CallContext extends Record<string, unknown> {
  /** Header `Idempotency-Key` of `accounts.create`. */
  idempotencyKey?: string
  /** Header `X-Secret` of `accounts.get`. */
  secret?: string
}
