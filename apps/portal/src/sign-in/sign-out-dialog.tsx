import { AlertDialog, Button, CloseDialog, useMessages } from '@partner-accounts/ui'
import type { ReactNode } from 'react'
import { signInMessages } from './sign-in-messages.ts'
import type { StoredResults } from '../import/stored-imports.ts'
import { hasResults } from './stored-results.ts'

interface SignOutDialogProps {
  results: StoredResults
  /** Number of new accounts whose secrets were not kept. */
  unsavedSecrets: number
  failure: ReactNode
  busy: boolean
  onLeave: (choice: { shouldRemoveResults: boolean }) => void
  onClose: () => void
}

export function SignOutDialog({ results, unsavedSecrets, failure, busy, onLeave, onClose }: SignOutDialogProps) {
  const t = useMessages(signInMessages)
  const { batches, undownloaded, unsent } = results
  const downloadedText = batches > 0 && t.resultsDownloaded
  const batchesText = undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : downloadedText
  return (
    <AlertDialog
      title={hasResults(results) ? t.resultsTitle : t.secretTitle}
      lead={
        <>
          {batchesText} {unsent > 0 && t.resultsUnsent(unsent)} {unsavedSecrets > 0 && t.secretsUnsaved(unsavedSecrets)}
        </>
      }
      onClose={onClose}
    >
      {failure}
      <CloseDialog variant={undownloaded + unsent + unsavedSecrets > 0 ? 'primary' : 'secondary'}>{t.stay}</CloseDialog>
      {hasResults(results) ? (
        <>
          <Button busy={busy} onClick={() => onLeave({ shouldRemoveResults: false })}>
            {t.keepResults}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => onLeave({ shouldRemoveResults: true })}>
            {t.deleteResults}
          </Button>
        </>
      ) : (
        <Button variant="danger" busy={busy} onClick={() => onLeave({ shouldRemoveResults: false })}>
          {t.leaveAnyway}
        </Button>
      )}
    </AlertDialog>
  )
}
