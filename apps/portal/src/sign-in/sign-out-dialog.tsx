import { AlertDialog, Button, CloseDialog, useMessages } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { signInMessages } from './sign-in-messages.ts'
import type { StoredResults } from '../import/stored-imports.ts'

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
    <AlertDialog
      title={t.resultsTitle}
      lead={
        <>
          {undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : batches > 0 && t.resultsDownloaded}{' '}
          {unsent > 0 && t.resultsUnsent(unsent)}
        </>
      }
      onClose={onClose}
    >
      {failure}
      <CloseDialog variant={undownloaded + unsent > 0 ? 'primary' : 'secondary'}>{t.stay}</CloseDialog>
      <Button busy={busy} onClick={() => onLeave(false)}>
        {t.keepResults}
      </Button>
      <Button variant="danger" busy={busy} onClick={() => onLeave(true)}>
        {t.deleteResults}
      </Button>
    </AlertDialog>
  )
}
