import { Button, FailureNotice } from '@partner-accounts/ui'
import { type Change, useChange } from './use-change.ts'

interface ChangeButtonProps<Result> extends Change<Result> {
  label: string
  variant?: 'primary' | 'secondary'
}

/** Runs a change without confirmation, so it is only for harmless ones. */
export function ChangeButton<Result>({ label, variant = 'secondary', ...options }: ChangeButtonProps<Result>) {
  const change = useChange(options)
  return (
    <>
      <Button variant={variant} busy={change.isPending} onClick={() => change.mutate()}>
        {label}
      </Button>
      {change.isError && <FailureNotice error={change.error} />}
    </>
  )
}
