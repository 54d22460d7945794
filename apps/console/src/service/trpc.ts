import type { AppRouter } from '@partner-accounts/client'
import { QUERY_DEFAULTS } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

export const ME_KEY = ['me']

/** The session has ended, or the role has changed. */
const CONCERNS_SESSION = [401, 403]

export function createQueryClient(): QueryClient {
  const checkSession = (error: unknown) => {
    if (CONCERNS_SESSION.includes(failureOf(error).status)) void queryClient.invalidateQueries({ queryKey: ME_KEY })
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] === ME_KEY[0] || checkSession(error) }),
    mutationCache: new MutationCache({ onError: checkSession }),
    defaultOptions: { queries: QUERY_DEFAULTS, mutations: { networkMode: 'always' } },
  })
  return queryClient
}
