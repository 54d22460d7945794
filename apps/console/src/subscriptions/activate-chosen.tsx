import { Dialog } from '@base-ui/react/dialog'
import { LIMITS } from '@partner-accounts/rules'
import { Button, FailureNotice, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BatchProgress, useStop } from '../changes/batch-progress.tsx'
import { changeMessages } from '../changes/change-messages.ts'
import { useChange } from '../changes/use-change.ts'
import { client, type Outputs } from '../service/client.ts'
import { subscriptionMessages } from './subscription-messages.ts'

type Result = Outputs['subscriptions']['activateMany']['results'][number]['result']

interface ActivateChosenProps {
  accountIds: readonly string[]
  onDone: () => void
}

export function ActivateChosen({ accountIds, onDone }: ActivateChosenProps) {
  const t = useMessages(subscriptionMessages)
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="selection-bar row">
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t.activateChosen(number(accountIds.length))}
      </Button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog stack">
            <Preview accountIds={accountIds} onDone={onDone} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}

function Preview({ accountIds, onDone }: ActivateChosenProps) {
  const t = useMessages(subscriptionMessages)
  const changeTexts = useMessages(changeMessages)
  const { number } = useFormats()
  const [processed, setProcessed] = useState(0)
  const { start, stop, isStopped } = useStop()
  const preview = useQuery({
    queryKey: ['activation-preview', accountIds],
    queryFn: () => activateInBatches(accountIds, { dryRun: true }),
    staleTime: 0,
  })
  const change = useChange({
    run() {
      start()
      return activateInBatches(accountIds, { dryRun: false }, (count) => {
        setProcessed(count)
        return !isStopped()
      })
    },
    done: (results) => t.done(number(results.get('activated') ?? 0)),
    onDone,
  })
  return (
    <>
      <Dialog.Title className="dialog-title">{t.previewTitle}</Dialog.Title>
      <Dialog.Description className="muted">{t.previewLead}</Dialog.Description>
      {preview.isPending && <p role="status">{t.checking}</p>}
      {preview.isError && <FailureNotice error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && (
        <ul>
          {[...preview.data].map(([result, quantity]) => (
            <li key={result}>{t.results(number(quantity), t.resultTexts[result])}</li>
          ))}
        </ul>
      )}
      {change.isPending && <BatchProgress processed={processed} total={accountIds.length} />}
      {change.isError && <FailureNotice error={change.error} />}
      <div className="row">
        <Button
          variant="primary"
          disabled={!preview.data?.get('activated')}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          {t.activateNow(number(preview.data?.get('activated') ?? 0))}
        </Button>
        {change.isPending ? (
          <Button variant="quiet" onClick={stop}>
            {changeTexts.stop}
          </Button>
        ) : (
          <Dialog.Close render={<Button variant="quiet" />}>{changeTexts.cancel}</Dialog.Close>
        )}
      </div>
    </>
  )
}

/**
 * Activates subscriptions, or with `dryRun` checks what would happen.
 *
 * @param shouldContinue called after each batch, with the number of accounts processed so far
 * @returns the number of accounts by result
 */
async function activateInBatches(
  accountIds: readonly string[],
  { dryRun }: { dryRun: boolean },
  shouldContinue: (processed: number) => boolean = () => true,
): Promise<Map<Result, number>> {
  const counts = new Map<Result, number>()
  const { activationsPerCall } = LIMITS
  for (let start = 0; start < accountIds.length; start += activationsPerCall) {
    const batch = accountIds.slice(start, start + activationsPerCall)
    const { results } = await client.internal.subscriptions.activateMany.mutate({ accountIds: batch, dryRun })
    for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1)
    if (!shouldContinue(start + batch.length)) break
  }
  return counts
}
