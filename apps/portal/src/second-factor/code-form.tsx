import { Form } from '@base-ui/react/form'
import { type ReactNode, useState } from 'react'
import { Button, FailureNotice, TextField, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'

interface CodeFormProps<Result> {
  label: string
  submitLabel: string
  variant?: 'danger'
  /** Receives the code without surrounding spaces. */
  send: (code: string) => Promise<Result>
  onDone: (result: Result) => void
  children?: ReactNode
}

export function CodeForm<Result>({ label, submitLabel, variant, send, onDone, children }: CodeFormProps<Result>) {
  const [code, setCode] = useState('')
  const submission = useAction({ mutationFn: () => send(code.trim()), onSuccess: onDone })
  const fieldErrors = submission.error && failureOf(submission.error).fields
  return (
    <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={() => submission.mutate()}>
      {submission.error && !fieldErrors && <FailureNotice error={submission.error} keepsInput />}
      {children}
      <TextField name="code" label={label} autoComplete="one-time-code" value={code} onChange={setCode} />
      <div>
        <Button type="submit" variant={variant ?? 'primary'} busy={submission.isPending}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}
