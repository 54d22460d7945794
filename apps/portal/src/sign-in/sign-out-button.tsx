import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, FailureNotice, useMessages } from '@partner-accounts/ui'
import { sessionKeeper } from '../service/clients.ts'
import { signInMessages } from './sign-in-messages.ts'
import { removeStoredResults, type StoredResults, storedResults } from './stored-results.ts'

const NOTHING: StoredResults = { batches: 0, undownloaded: 0 }

/** Asks whether to delete batch results stored in this browser. */
export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const t = useMessages(signInMessages)
  const userId = sessionKeeper.userId()
  const check = useMutation({
    mutationFn: async () => (userId === undefined ? NOTHING : storedResults(userId).catch(() => NOTHING)),
    onSuccess: ({ batches }) => batches === 0 && leave.mutate({ removeResults: false }),
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
  const { batches, undownloaded } = check.data ?? NOTHING
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || leave.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {batches === 0 && failure}
      <AlertDialog.Root open={batches > 0} onOpenChange={(open) => !open && check.reset()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="backdrop" />
          <AlertDialog.Popup className="dialog stack">
            <AlertDialog.Title className="dialog-title">{t.resultsTitle}</AlertDialog.Title>
            <AlertDialog.Description className="muted">
              {undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : t.resultsDownloaded}
            </AlertDialog.Description>
            {failure}
            <div className="stack">
              <AlertDialog.Close render={<Button variant={undownloaded > 0 ? 'primary' : 'secondary'} />}>
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
