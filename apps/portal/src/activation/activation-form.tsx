import { Form } from '@base-ui/react/form'
import { useState } from 'react'
import { failureOf } from '@partner-accounts/ui/failure'
import { Button, FailureNotice, TextField, useMessages } from '@partner-accounts/ui'
import { isPasswordReset } from './activation-token.ts'
import { activationMessages } from './activation-messages.ts'
import { isAcceptable } from '../password/password-strength.ts'
import { StrengthMeter } from '../password/strength-meter.tsx'

interface ActivationFormProps {
  busy: boolean
  error: Error | null
  onSubmit: (password: string) => void
}

export function ActivationForm({ busy, error, onSubmit }: ActivationFormProps) {
  const t = useMessages(activationMessages)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [shown, setShown] = useState(false)
  const submit = () => {
    const found: Record<string, string> = {
      ...(!isAcceptable(password) && { password: t.length }),
      ...(password !== again && { again: t.different }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0 && !busy) onSubmit(password)
  }
  const rejected = error && failureOf(error).fields
  const type = shown ? 'text' : 'password'
  return (
    <Form className="stack" errors={rejected ?? errors} onFormSubmit={submit}>
      {error && !rejected && <FailureNotice error={error} typed />}
      <TextField
        name="password"
        label={t.password}
        hint={t.hint}
        type={type}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <StrengthMeter password={password} />
      <TextField
        name="again"
        label={t.again}
        type={type}
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      <label className="row small">
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} /> {t.show}
      </label>
      <Button type="submit" variant="primary" busy={busy}>
        {isPasswordReset ? t.resetSubmit : t.submit}
      </Button>
    </Form>
  )
}
