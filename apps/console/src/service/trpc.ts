import type { AppRouter } from '@partner-accounts/client'
import { QUERY_DEFAULTS } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { client } from './client.ts'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

export const ME_KEY = ['me']

/** No response (0), or temporarily unavailable. */
const OUTAGE_STATUSES = [0, 503]
const RECOVERY_INTERVAL_MS = 5_000

/** The session has ended (401), or the role has changed (403). */
const SESSION_STATUSES = [401, 403]

export function createQueryClient(): QueryClient {
  const checkSession = (error: unknown) => {
    if (SESSION_STATUSES.includes(failureOf(error).status)) void queryClient.invalidateQueries({ queryKey: ME_KEY })
  }
  const recover = createRecovery(() => queryClient)
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        if (OUTAGE_STATUSES.includes(failureOf(error).status)) recover()
        // A failed session query must not refetch itself.
        const isSessionQuery = queryKey[0] === ME_KEY[0]
        if (!isSessionQuery) checkSession(error)
      },
    }),
    mutationCache: new MutationCache({ onError: checkSession }),
    defaultOptions: { queries: QUERY_DEFAULTS, mutations: { networkMode: 'always' } },
  })
  return queryClient
}

/** Returns a function that waits until the service responds, then refetches the page's failed queries. */
function createRecovery(queryClient: () => QueryClient): () => void {
  let isWaiting = false
  const checkLater = () => {
    setTimeout(() => void check(), RECOVERY_INTERVAL_MS)
  }
  const check = async () => {
    const status = await client.operators.getSession.query().then(
      () => 200,
      (error: unknown) => failureOf(error).status,
    )
    if (OUTAGE_STATUSES.includes(status)) {
      checkLater()
      return
    }
    isWaiting = false
    await queryClient().refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return () => {
    if (isWaiting) return
    isWaiting = true
    checkLater()
  }
}
