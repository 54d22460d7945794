import { Dialog } from '@base-ui/react/dialog'
import { Button, DayRangeFilter, FailureNotice, useMessages } from '@partner-accounts/ui'
import { localDay, startOfDay, startOfNextDay } from '@partner-accounts/ui/days'
import { useState } from 'react'
import { useReplay } from './use-replay.ts'
import { webhookMessages } from './webhook-messages.ts'

/** Sends the deliveries of a range of days again. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const t = useMessages(webhookMessages)
  const [{ from, to }, setRange] = useState(() => {
    const today = localDay(new Date())
    return { from: today, to: today }
  })
  /** Set if the queue had no room for all deliveries of the range. */
  const [cursor, setCursor] = useState<string>()
  const replay = useReplay(webhookId, (next) => (next === null ? onClose() : setCursor(next)))
  const range = { since: startOfDay(from), ...(to !== '' && { until: startOfNextDay(to) }), cursor }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title className="dialog-title">{t.replayTitle}</Dialog.Title>
          <Dialog.Description className="muted">{t.replayLead}</Dialog.Description>
          <DayRangeFilter
            label={t.range}
            from={from}
            to={to}
            onChange={(chosen) => {
              setRange(chosen)
              setCursor(undefined)
            }}
          />
          {replay.isError && <FailureNotice error={replay.error} />}
          <Button variant="primary" disabled={from === ''} busy={replay.isPending} onClick={() => replay.mutate(range)}>
            {cursor === undefined ? t.replay : t.replayOthers}
          </Button>
          <Dialog.Close render={<Button variant="quiet" />}>{t.cancel}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
