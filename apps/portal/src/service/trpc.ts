import type { AppRouter } from '@partner-accounts/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { useSyncExternalStore } from 'react'
import { type Outputs, sessionKeeper } from './clients.ts'
import { QUERY_DEFAULTS } from '@partner-accounts/ui'
import { type Failure, failureOf } from '@partner-accounts/ui/failure'
import type { SessionState } from './session-keeper.ts'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

/** Errors after which the session is read again, because a permission may have been withdrawn. */
const PERMISSION_ERRORS: Failure['name'][] = ['forbidden', 'second-factor-missing']

const SESSION_QUERY = ['sessions', 'getCurrent'] as const satisfies ['sessions', keyof Outputs['sessions']]

export function createQueryClient(): QueryClient {
  const refetchSessionIfForbidden = (error: unknown) => {
    if (!PERMISSION_ERRORS.includes(failureOf(error).name)) return
    void queryClient.invalidateQueries({ queryKey: [SESSION_QUERY] })
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        // A failed session query must not trigger itself.
        if (!isSessionQuery(queryKey)) refetchSessionIfForbidden(error)
      },
    }),
    mutationCache: new MutationCache({ onError: refetchSessionIfForbidden }),
    defaultOptions: {
      queries: QUERY_DEFAULTS,
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

const isSessionQuery = ([path]: readonly unknown[]) => Array.isArray(path) && path.join('.') === SESSION_QUERY.join('.')

export const useSession = (): SessionState => useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.state)
