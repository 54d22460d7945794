import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, useWords } from '@partner-accounts/ui'
import { sessionKeeper } from '../service/clients.ts'
import { signInWords } from './sign-in-words.ts'
import { removeStoredResults, type StoredResults, storedResults } from './stored-results.ts'

const NOTHING: StoredResults = { batches: 0, undownloaded: 0 }

/** Signs out. When the browser stores results of batches, asks first whether to delete them. */
export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const t = useWords(signInWords)
  const userId = sessionKeeper.userId()
  const check = useMutation({
    mutationFn: async () => (userId === undefined ? NOTHING : storedResults(userId).catch(() => NOTHING)),
    onSuccess: ({ batches }) => batches === 0 && sessionKeeper.signOut(),
  })
  const removal = useMutation({
    mutationFn: async () => userId !== undefined && removeStoredResults(userId),
    onSuccess: sessionKeeper.signOut,
  })
  const { batches, undownloaded } = check.data ?? NOTHING
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      <AlertDialog.Root open={batches > 0} onOpenChange={(open) => !open && check.reset()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="backdrop" />
          <AlertDialog.Popup className="dialog stack">
            <AlertDialog.Title className="dialog-title">{t.resultsTitle}</AlertDialog.Title>
            <AlertDialog.Description className="muted">
              {undownloaded > 0 ? t.resultsUndownloaded(undownloaded) : t.resultsDownloaded}
            </AlertDialog.Description>
            <div className="stack">
              <AlertDialog.Close render={<Button variant={undownloaded > 0 ? 'primary' : 'secondary'} />}>
                {t.stay}
              </AlertDialog.Close>
              <Button onClick={sessionKeeper.signOut}>{t.keepResults}</Button>
              <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
                {t.deleteResults}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}
