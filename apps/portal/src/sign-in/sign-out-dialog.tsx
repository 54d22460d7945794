import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button, useMessages } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { signInMessages } from './sign-in-messages.ts'
import type { StoredResults } from '../onboarding/batch-store.ts'

interface SignOutDialogProps {
  results: StoredResults
  failure: ReactNode
  busy: boolean
  onLeave: (removeResults: boolean) => void
  onClose: () => void
}

export function SignOutDialog({
  results: { batches, undownloaded, unsent },
  failure,
  busy,
  onLeave,
  onClose,
}: SignOutDialogProps) {
  const t = useMessages(signInMessages)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack">
          <AlertDialog.Title className="dialog-title">{t.resultsTitle}</AlertDialog.Title>
          <AlertDialog.Description className="muted">
            {undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : batches > 0 && t.resultsDownloaded}{' '}
            {unsent > 0 && t.resultsUnsent(unsent)}
          </AlertDialog.Description>
          {failure}
          <div className="stack">
            <AlertDialog.Close render={<Button variant={undownloaded + unsent > 0 ? 'primary' : 'secondary'} />}>
              {t.stay}
            </AlertDialog.Close>
            <Button busy={busy} onClick={() => onLeave(false)}>
              {t.keepResults}
            </Button>
            <Button variant="danger" busy={busy} onClick={() => onLeave(true)}>
              {t.deleteResults}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
