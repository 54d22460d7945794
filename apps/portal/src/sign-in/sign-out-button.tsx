import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, FailureNotice, useMessages } from '@partner-accounts/ui'
import { sessionKeeper } from '../service/clients.ts'
import { signInMessages } from './sign-in-messages.ts'
import { NO_RESULTS, removeStoredResults, storedResults } from './stored-results.ts'

/** Asks whether to delete batch results stored in this browser. */
export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const t = useMessages(signInMessages)
  const userId = sessionKeeper.userId()
  const check = useMutation({
    mutationFn: async () => (userId === undefined ? NO_RESULTS : storedResults(userId).catch(() => NO_RESULTS)),
    onSuccess: ({ batches, unsent }) => batches + unsent === 0 && leave.mutate({ removeResults: false }),
  })
  const leave = useMutation({
    async mutationFn({ removeResults }: { removeResults: boolean }) {
      if (removeResults && userId !== undefined) await removeStoredResults(userId)
      await sessionKeeper.signOut()
    },
  })
  const failure = leave.isError && (
    <FailureNotice error={leave.error} retry={() => leave.mutate({ removeResults: false })} />
  )
  const { batches, undownloaded, unsent } = check.data ?? NO_RESULTS
  const isStored = batches + unsent > 0
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || leave.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {!isStored && failure}
      <AlertDialog.Root open={isStored} onOpenChange={(open) => !open && check.reset()}>
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
              <Button busy={leave.isPending} onClick={() => leave.mutate({ removeResults: false })}>
                {t.keepResults}
              </Button>
              <Button variant="danger" busy={leave.isPending} onClick={() => leave.mutate({ removeResults: true })}>
                {t.deleteResults}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}
