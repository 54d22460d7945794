import { useAction } from '@partner-accounts/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../service/trpc.ts'

/** Returns an action that reloads webhooks after it succeeds. Its result is not cached: it may contain a secret. */
export function useWebhookChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const queries = useQueryClient()
  const { webhooks } = useTRPC()
  return useAction({
    gcTime: 0,
    mutationFn: change,
    async onSuccess(result) {
      onSuccess(result)
      await queries.invalidateQueries({ queryKey: webhooks.pathKey() })
    },
  })
}
