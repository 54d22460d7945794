import { Dialog } from '@base-ui/react/dialog'
import { Button, FailureNotice, useFormats, useMessages } from '@partner-accounts/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMessages } from '../changes/change-messages.ts'
import { useChange } from '../changes/use-change.ts'
import { client, type Outputs } from '../service/client.ts'
import { subscriptionMessages } from './subscription-messages.ts'

/** The service's limit per request. */
export const MAX_ACTIVATED = 50

type Result = Outputs['subscriptions']['activateMany']['results'][number]['result']

interface ActivateChosenProps {
  accountIds: readonly string[]
  onDone: () => void
}

/** Previews the result before activating. */
export function ActivateChosen({ accountIds, onDone }: ActivateChosenProps) {
  const t = useMessages(subscriptionMessages)
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const isTooMany = accountIds.length > MAX_ACTIVATED
  return (
    <div className="selection-bar row">
      <Button variant="primary" disabled={isTooMany} onClick={() => setOpen(true)}>
        {t.activateChosen(number(accountIds.length))}
      </Button>
      {isTooMany && <p className="small">{t.limit(number(MAX_ACTIVATED))}</p>}
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
  const { cancel } = useMessages(changeMessages)
  const { number } = useFormats()
  const activate = (dryRun: boolean) =>
    client.internal.subscriptions.activateMany.mutate({ accountIds: [...accountIds], dryRun })
  const preview = useQuery({
    queryKey: ['activation-preview', accountIds],
    queryFn: async () => countResults((await activate(true)).results),
    staleTime: 0,
  })
  const count = number(preview.data?.get('activated') ?? 0)
  const change = useChange({ run: () => activate(false), done: t.done(count), onDone })
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
      {change.isError && <FailureNotice error={change.error} />}
      <div className="row">
        <Button
          variant="primary"
          disabled={!preview.data?.get('activated')}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          {t.activateNow(count)}
        </Button>
        <Dialog.Close render={<Button variant="quiet" />}>{cancel}</Dialog.Close>
      </div>
    </>
  )
}

function countResults(results: readonly { result: Result }[]): Map<Result, number> {
  const counts = new Map<Result, number>()
  for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1)
  return counts
}
