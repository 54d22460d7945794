import type { ReactNode } from 'react'
import { Button, FailureNotice, useAction, usePart } from '@partner-accounts/ui'
import { sessionKeeper } from '../service/clients.ts'
import { NO_RESULTS, removeStoredResults, storedResults } from './stored-results.ts'

const loadDialog = () => import('./sign-out-dialog.tsx')

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
  const dialog = usePart(loadDialog, isStored, check.reset)
  return (
    <>
      <Button {...(variant && { variant })} busy={check.isPending || leave.isPending} onClick={() => check.mutate()}>
        {children}
      </Button>
      {!isStored && failure}
      {isStored && check.data && dialog && (
        <dialog.SignOutDialog
          results={check.data}
          failure={failure}
          busy={leave.isPending}
          onLeave={(removeResults) => leave.mutate({ removeResults })}
          onClose={check.reset}
        />
      )}
    </>
  )
}
