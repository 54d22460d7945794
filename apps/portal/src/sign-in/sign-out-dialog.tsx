import { AlertDialog, Button, CloseDialog, useMessages } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { signInMessages } from './sign-in-messages.ts'
import type { StoredResults } from '../import/stored-imports.ts'

interface SignOutDialogProps {
  results: StoredResults
  failure: ReactNode
  busy: boolean
  onLeave: (choice: { shouldRemoveResults: boolean }) => void
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
  const downloadedText = batches > 0 && t.resultsDownloaded
  const batchesText = undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : downloadedText
  return (
    <AlertDialog
      title={t.resultsTitle}
      lead={
        <>
          {batchesText} {unsent > 0 && t.resultsUnsent(unsent)}
        </>
      }
      onClose={onClose}
    >
      {failure}
      <CloseDialog variant={undownloaded + unsent > 0 ? 'primary' : 'secondary'}>{t.stay}</CloseDialog>
      <Button busy={busy} onClick={() => onLeave({ shouldRemoveResults: false })}>
        {t.keepResults}
      </Button>
      <Button variant="danger" busy={busy} onClick={() => onLeave({ shouldRemoveResults: true })}>
        {t.deleteResults}
      </Button>
    </AlertDialog>
  )
}
