import { nextCursor, useAction } from '@partner-accounts/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import type { Outputs } from '../service/clients.ts'

export type Member = Outputs['team']['list']['items'][number]
export type Permission = Member['permissions'][number]

export const ACCOUNT_PERMISSIONS: Permission[] = ['accounts:read', 'accounts:create']
export const INTEGRATION_PERMISSIONS: Permission[] = [...ACCOUNT_PERMISSIONS, 'webhooks:manage']
export const ALL_PERMISSIONS: Permission[] = [...INTEGRATION_PERMISSIONS, 'users:manage']

/** Returns the people and integrations of the pages read so far. */
export function useMembers({ enabled = true }: { enabled?: boolean } = {}) {
  const query = useInfiniteQuery(
    useTRPC().team.list.infiniteQueryOptions({}, { getNextPageParam: nextCursor, enabled }),
  )
  return { ...query, members: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

/** Returns an action that reloads the team after it succeeds. */
export function useTeamChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const queries = useQueryClient()
  const { team } = useTRPC()
  return useAction({
    mutationFn: change,
    async onSuccess(result) {
      onSuccess(result)
      await queries.invalidateQueries({ queryKey: team.pathKey() })
    },
  })
}
