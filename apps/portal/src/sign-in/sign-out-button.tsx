import type { ReactNode } from 'react'
import { Button, FailureNotice, useAction, useLazyModule } from '@partner-accounts/ui'
import { countUnsavedSecrets } from '../accounts/kept-draft.ts'
import { sessionKeeper } from '../service/clients.ts'
import { hasResults, NO_RESULTS, removeStoredResults, storedResults } from './stored-results.ts'

const loadDialog = () => import('./sign-out-dialog.tsx')

/**
 * Signs out of both modes, but asks first if this browser stores results of imports, or the secret of a new account was not
 * kept.
 */
export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const userIds = sessionKeeper.ownUserIds()
  const check = useAction({
    mutationFn: async () => {
      const results = await storedResults(userIds).catch(() => NO_RESULTS)
      const unsavedSecrets = countUnsavedSecrets()
      return { results, unsavedSecrets, mustAsk: hasResults(results) || unsavedSecrets > 0 }
    },
    onSuccess({ mustAsk }) {
      if (!mustAsk) signOut.mutate({ shouldRemoveResults: false })
    },
  })
  const signOut = useAction({
    async mutationFn({ shouldRemoveResults }: { shouldRemoveResults: boolean }) {
      if (shouldRemoveResults) await removeStoredResults(userIds)
      await sessionKeeper.signOut()
    },
  })
  const failedChoice = signOut.isError ? signOut.variables : undefined
  const failure = failedChoice && <FailureNotice error={signOut.error} retry={() => signOut.mutate(failedChoice)} />
  const found = check.data?.mustAsk === true ? check.data : undefined
  const dialog = useLazyModule(loadDialog, found !== undefined, check.reset)
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || signOut.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {!found && failure}
      {found && dialog && (
        <dialog.SignOutDialog
          results={found.results}
          unsavedSecrets={found.unsavedSecrets}
          failure={failure}
          busy={signOut.isPending}
          onLeave={signOut.mutate}
          onClose={check.reset}
        />
      )}
    </>
  )
}
