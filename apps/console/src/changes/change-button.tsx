import { Button, FailureNotice } from '@partner-accounts/ui'
import { type Change, useChange } from './use-change.ts'

interface ChangeButtonProps<Result> extends Change<Result> {
  label: string
  variant?: 'primary' | 'secondary'
}

/** Asks for no confirmation: only for harmless changes. */
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
