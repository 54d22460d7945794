import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from './generated/app-router.ts'

export type PartnerAccountsClient = TRPCClient<AppRouter>

export interface ClientOptions {
  /** `/trpc`. */
  url: string
  /** Of an internal application. */
  key?: string | undefined
  /** Of a portal user. */
  token?: string | undefined
  /** Default: `pt-BR`. */
  locale?: Locale | (() => Locale)
  /** Default: 30,000. */
  timeoutMs?: number
  /** Concurrent calls share requests. Default: true. */
  batch?: boolean
  /** Can add headers, read the response, or send again. */
  intercept?: (send: (headers?: Record<string, string>) => Promise<Response>) => Promise<Response>
}

type Locale = 'pt-BR' | 'en'

/** Neither value is logged. */
export interface CallContext extends Record<string, unknown> {
  /** Header `Idempotency-Key` of `accounts.create`. */
  idempotencyKey?: string
  /** Header `X-Secret` of `accounts.get`. */
  secret?: string
}

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_BATCH = 50
/** The service accepts bodies of 64 KiB. */
const MAX_BATCHED_BYTES = 65_536 / MAX_BATCH - 16

/** Inputs are sent in bodies, because proxies log URLs. */
export function createPartnerAccountsClient(options: ClientOptions): PartnerAccountsClient {
  const { url, batch = true } = options
  const link = { url, methodOverride: 'POST', fetch: createFetch(options) } as const
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => !batch || hasOwnRequest(operation),
        true: httpLink({ ...link, headers: ({ op }) => contextHeaders(op.context) }),
        false: httpBatchLink({ ...link, maxItems: MAX_BATCH }),
      }),
    ],
  })
}

/** In a batch, an aborted call would wait for others, and large inputs could together exceed the limit. */
const hasOwnRequest = ({ context, signal, input }: Operation): boolean =>
  signal != null || Object.keys(contextHeaders(context)).length > 0 || byteLength(input) > MAX_BATCHED_BYTES

const byteLength = (input: unknown): number => new TextEncoder().encode(JSON.stringify(input)).length

const contextHeaders = ({ idempotencyKey, secret }: CallContext): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(secret !== undefined && { 'x-secret': secret }),
})

function createFetch({
  key,
  token,
  locale,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  intercept = (send) => send(),
}: ClientOptions) {
  const credential = key ?? token
  const commonHeaders = () => ({
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    ...(locale !== undefined && { 'accept-language': typeof locale === 'function' ? locale() : locale }),
  })
  return (url: unknown, options: object = {}): Promise<Response> =>
    intercept((headers) => {
      const request: RequestInit = options
      const timeout = AbortSignal.timeout(timeoutMs)
      return fetch(url as string, {
        ...request,
        headers: { ...(request.headers as Record<string, string>), ...commonHeaders(), ...headers },
        signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      })
    })
}
