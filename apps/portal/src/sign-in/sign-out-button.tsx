import type { ReactNode } from 'react'
import { Button, FailureNotice, useAction, useLazyModule } from '@partner-accounts/ui'
import { sessionKeeper } from '../service/clients.ts'
import { hasResults, NO_RESULTS, removeStoredResults, storedResults } from './stored-results.ts'

const loadDialog = () => import('./sign-out-dialog.tsx')

/** Signs out of both modes, but asks first if this browser stores results of imports. */
export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const userIds = sessionKeeper.ownUserIds()
  const check = useAction({
    mutationFn: () => storedResults(userIds).catch(() => NO_RESULTS),
    onSuccess(found) {
      if (!hasResults(found)) signOut.mutate({ shouldRemoveResults: false })
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
  const results = check.data && hasResults(check.data) ? check.data : undefined
  const dialog = useLazyModule(loadDialog, results !== undefined, check.reset)
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || signOut.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {!results && failure}
      {results && dialog && (
        <dialog.SignOutDialog
          results={results}
          failure={failure}
          busy={signOut.isPending}
          onLeave={signOut.mutate}
          onClose={check.reset}
        />
      )}
    </>
  )
}
