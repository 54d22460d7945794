import type { AppRouter } from '@partner-accounts/api'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { useSyncExternalStore } from 'react'
import { sessionKeeper } from './clients.ts'
import { CODES, failureOf } from '@partner-accounts/ui/failure'
import type { SessionState } from './session-keeper.ts'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

const MAX_RETRIES = 2
/** No response, or the service is temporarily unavailable. Rejections are not retried but shown. */
const RETRYABLE = [0, 503]

/** A permission was withdrawn since the user signed in: reads the session again. */
const whenForbidden = (refetch: () => void) => (error: unknown) => {
  if (failureOf(error).code === CODES.forbidden) refetch()
}

export function createQueryClient(): QueryClient {
  const refetchSession = whenForbidden(
    () => void queryClient.invalidateQueries({ queryKey: [['portalUsers', 'session']] }),
  )
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => isAboutSession(queryKey) || refetchSession(error),
    }),
    mutationCache: new MutationCache({ onError: refetchSession }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // Each request counts towards the partner's rate limit.
        refetchOnWindowFocus: false,
        retry: (count, error) => count < MAX_RETRIES && RETRYABLE.includes(failureOf(error).status),
        retryDelay: (count, error) => (failureOf(error).retryAfterSeconds ?? 0.5 * 2 ** count) * 1000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/** A failed session query must not trigger itself. */
const isAboutSession = ([path]: readonly unknown[]) => Array.isArray(path) && path[0] === 'portalUsers'

export const useSession = (): SessionState => useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.state)
