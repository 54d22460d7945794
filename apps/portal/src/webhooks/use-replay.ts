import { showToast, useFormats, useMessages } from '@partner-accounts/ui'
import { client } from '../service/clients.ts'
import { useWebhookChange } from './use-webhook-change.ts'
import { webhookMessages } from './webhook-messages.ts'

type ReplayInput = Omit<Parameters<typeof client.webhooks.replay.mutate>[0], 'id'>

/**
 * Returns the action that sends deliveries again.
 *
 * @param id id of a delivery, or of a webhook if its failed deliveries or a time range are sent again
 * @param onDone receives the cursor of the deliveries for which the queue had no room; `null` if there are none
 */
export function useReplay(id: string, onDone?: (next: string | null) => void) {
  const t = useMessages(webhookMessages)
  const { number } = useFormats()
  return useWebhookChange(
    (input: ReplayInput) => client.webhooks.replay.mutate({ id, ...input }),
    ({ replayed, nextCursor: next }) => {
      if (replayed === 0) showToast(t.nothingReplayed)
      else showToast(next === null ? t.replayed(number(replayed)) : t.replayedPart(number(replayed)))
      onDone?.(next)
    },
  )
}
