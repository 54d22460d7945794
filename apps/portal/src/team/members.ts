import { nextCursor } from '@partner-accounts/ui'
import type { AppRouter } from '@partner-accounts/api'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferProcedureOutput } from '@trpc/server'
import { useTRPC } from '../service/trpc.ts'

export type Member = inferProcedureOutput<AppRouter['team']['list']>['items'][number]
export type Permission = Member['permissions'][number]

/** Loads the portal users of the partner. */
export function useMembers() {
  const query = useInfiniteQuery(useTRPC().team.list.infiniteQueryOptions({}, { getNextPageParam: nextCursor }))
  return { ...query, members: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

/** Runs a change of the team, and then loads the team and its activity again. */
export function useTeamChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const queries = useQueryClient()
  const { team } = useTRPC()
  return useMutation({
    mutationFn: change,
    async onSuccess(result) {
      onSuccess(result)
      await queries.invalidateQueries({ queryKey: team.pathKey() })
    },
  })
}
