import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCClient } from '@trpc/client'
import type { CallContext, ClientOptions } from './client-options.ts'
import type { AppRouter } from './generated/app-router.ts'
import { retryQueries } from './retry-queries.ts'
import { createFetch } from './send-request.ts'

export type PartnerAccountsClient = TRPCClient<AppRouter>

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RETRIES = 2
const MAX_BATCH = 50
/**
 * Maximum size of a batched input. A full batch, with up to 16 bytes of punctuation per input, fits in the service's limit
 * of 64 KiB.
 */
const MAX_BATCHED_BYTES = 65_536 / MAX_BATCH - 16

const returnUnchanged = (value: unknown): unknown => value
/**
 * A transformer that changes nothing. Without a transformer, tRPC would convert the types of results to their JSON form,
 * which they already have. Editors would then show the converted types instead of the names of models.
 */
const UNCHANGED = { serialize: returnUnchanged, deserialize: returnUnchanged }

/** Creates a client. It sends inputs in bodies, because proxies log URLs. */
export function createPartnerAccountsClient(options: ClientOptions): PartnerAccountsClient {
  const { url, batch = true, maxRetries = DEFAULT_MAX_RETRIES, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const link = {
    url,
    methodOverride: 'POST',
    fetch: createFetch({ ...options, timeoutMs }),
    transformer: UNCHANGED,
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
 * Returns whether a call is sent outside of batches. In a batch, an aborted call would wait for the other calls, headers
 * would apply to all calls, and large inputs could exceed the limit together. The service rejects exports in batches.
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
