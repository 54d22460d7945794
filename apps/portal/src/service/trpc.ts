import type { AppRouter } from '@partner-accounts/api'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { useSyncExternalStore } from 'react'
import { sessionKeeper } from './clients.ts'
import { CODES, failureOf } from './failure.ts'
import type { SessionState } from './session-keeper.ts'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

const MOST_RETRIES = 2
/** Nobody there, or the service away for a moment. What is refused stays refused, and is told. */
const PASSING = [0, 503]

/** A right was withdrawn since somebody signed in: what they may do now is asked for again. */
const whenForbidden = (ask: () => void) => (error: unknown) => {
  if (failureOf(error).code === CODES.forbidden) ask()
}

export function createQueryClient(): QueryClient {
  const askAgain = whenForbidden(() => void queryClient.invalidateQueries({ queryKey: [['portalUsers', 'session']] }))
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => isAboutSession(queryKey) || askAgain(error),
    }),
    mutationCache: new MutationCache({ onError: askAgain }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // Each look counts towards the partner's rate limit.
        refetchOnWindowFocus: false,
        retry: (count, error) => count < MOST_RETRIES && PASSING.includes(failureOf(error).status),
        retryDelay: (count, error) => (failureOf(error).retryAfterSeconds ?? 0.5 * 2 ** count) * 1000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/** What it asks for again must not set itself off. */
const isAboutSession = ([path]: readonly unknown[]) => Array.isArray(path) && path[0] === 'portalUsers'

export const useSession = (): SessionState => useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.state)
