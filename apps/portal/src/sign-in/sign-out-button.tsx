import { lazy, type ReactNode, Suspense } from 'react'
import { Button, FailureNotice, useAction } from '@partner-accounts/ui'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { sessionKeeper } from '../service/clients.ts'
import { NO_RESULTS, removeStoredResults, storedResults } from './stored-results.ts'

const SignOutDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./sign-out-dialog.tsx'))).SignOutDialog,
}))

export function SignOutButton({ variant, children }: { variant?: 'quiet'; children: ReactNode }) {
  const userId = sessionKeeper.userId()
  const check = useAction({
    mutationFn: async () => (userId === undefined ? NO_RESULTS : storedResults(userId).catch(() => NO_RESULTS)),
    onSuccess: ({ batches, unsent }) => batches + unsent === 0 && leave.mutate({ removeResults: false }),
  })
  const leave = useAction({
    async mutationFn({ removeResults }: { removeResults: boolean }) {
      if (removeResults && userId !== undefined) await removeStoredResults(userId)
      await sessionKeeper.signOut()
    },
  })
  const failure = leave.isError && (
    <FailureNotice error={leave.error} retry={() => leave.mutate({ removeResults: false })} />
  )
  const { batches, unsent } = check.data ?? NO_RESULTS
  const isStored = batches + unsent > 0
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || leave.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {!isStored && failure}
      <Suspense>
        {isStored && check.data && (
          <SignOutDialog
            results={check.data}
            failure={failure}
            busy={leave.isPending}
            onLeave={(removeResults) => leave.mutate({ removeResults })}
            onClose={check.reset}
          />
        )}
      </Suspense>
    </>
  )
}
