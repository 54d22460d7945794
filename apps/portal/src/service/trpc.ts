import type { AppRouter } from '@partner-accounts/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { useSyncExternalStore } from 'react'
import { type Outputs, sessionKeeper } from './clients.ts'
import { QUERY_DEFAULTS } from '@partner-accounts/ui'
import { type Failure, failureOf } from '@partner-accounts/ui/failure'
import type { SessionState } from './session-keeper.ts'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

const REJECTIONS: Failure['name'][] = ['forbidden', 'second-factor-missing']

const SESSION_QUERY = ['sessions', 'getCurrent'] as const satisfies ['sessions', keyof Outputs['sessions']]

/** A permission was withdrawn. */
const whenForbidden = (refetch: () => void) => (error: unknown) => {
  if (REJECTIONS.includes(failureOf(error).name)) refetch()
}

export function createQueryClient(): QueryClient {
  const refetchSession = whenForbidden(() => void queryClient.invalidateQueries({ queryKey: [SESSION_QUERY] }))
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => isAboutSession(queryKey) || refetchSession(error),
    }),
    mutationCache: new MutationCache({ onError: refetchSession }),
    defaultOptions: {
      queries: QUERY_DEFAULTS,
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/** A failed session query must not trigger itself. */
const isAboutSession = ([path]: readonly unknown[]) => Array.isArray(path) && path.join('.') === SESSION_QUERY.join('.')

export const useSession = (): SessionState => useSyncExternalStore(sessionKeeper.subscribe, sessionKeeper.state)
