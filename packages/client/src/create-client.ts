import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCClient } from '@trpc/client'
import type { CallContext, ClientOptions } from './client-options.ts'
import type { AppRouter } from './generated/app-router.ts'
import { retryQueries } from './retry-queries.ts'
import { createFetch } from './send-request.ts'

export type PartnerAccountsClient = TRPCClient<AppRouter>

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RETRIES = 2
const MAX_BATCH = 50
/** The service accepts bodies of 64 KiB. */
const MAX_BATCHED_BYTES = 65_536 / MAX_BATCH - 16

const asIs = (value: unknown): unknown => value
/** The types are those of JSON: tRPC need not convert them, which would replace the names of models in editors. */
const AS_IS = { serialize: asIs, deserialize: asIs }

/** Inputs are sent in bodies, because proxies log URLs. */
export function createPartnerAccountsClient(options: ClientOptions): PartnerAccountsClient {
  const { url, batch = true, maxRetries = DEFAULT_MAX_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const link = {
    url,
    methodOverride: 'POST',
    fetch: createFetch({ ...options, timeoutMs }),
    transformer: AS_IS,
  } as const
  return createTRPCClient<AppRouter>({
    links: [
      retryQueries({ maxRetries, maxWaitMs: timeoutMs }),
      splitLink({
        condition: (operation) => !batch || hasOwnRequest(operation),
        true: httpLink({ ...link, headers: ({ op }) => contextHeaders(op.context) }),
        false: httpBatchLink({ ...link, maxItems: MAX_BATCH }),
      }),
    ],
  })
}

/**
 * In a batch, an aborted call would wait for others, large inputs could together exceed the limit, and the service
 * rejects exports.
 */
const hasOwnRequest = (operation: Operation): boolean => {
  const { context, signal, input } = operation
  if (signal != null || isExport(operation)) return true
  return Object.keys(contextHeaders(context)).length > 0 || byteLength(input) > MAX_BATCHED_BYTES
}

const isExport = ({ path, input }: Operation): boolean =>
  path === 'accounts.export' || (input as { isExport?: boolean } | undefined)?.isExport === true

const byteLength = (input: unknown): number => new TextEncoder().encode(JSON.stringify(input)).length

const contextHeaders = ({ idempotencyKey, secret }: CallContext): Record<string, string> => ({
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...(secret !== undefined && { 'x-secret': secret }),
})
