import { nextCursor, useAction } from '@partner-accounts/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'
import type { Outputs } from '../service/clients.ts'

export type Member = Outputs['team']['list']['items'][number]
export type Permission = Member['permissions'][number]

export function useMembers(enabled = true) {
  const query = useInfiniteQuery(
    useTRPC().team.list.infiniteQueryOptions({}, { getNextPageParam: nextCursor, enabled }),
  )
  return { ...query, members: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

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
