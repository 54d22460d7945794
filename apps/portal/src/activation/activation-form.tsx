import { Form } from '@base-ui/react/form'
import { useState } from 'react'
import { failureOf } from '@partner-accounts/ui/failure'
import { Button, FailureNotice, TextField, useMessages } from '@partner-accounts/ui'
import { isPasswordReset } from './link-token.ts'
import { activationMessages } from './activation-messages.ts'
import { hasAcceptableLength } from '../password/password-strength.ts'
import { UsernameField } from '../password/username-field.tsx'
import { StrengthMeter } from '../password/strength-meter.tsx'

interface ActivationFormProps {
  busy: boolean
  error: Error | null
  /** E-mail of the user whose password is chosen. Password managers store it. */
  email: string
  onSubmit: (password: string) => void
}

export function ActivationForm({ busy, error, email, onSubmit }: ActivationFormProps) {
  const t = useMessages(activationMessages)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isShown, setShown] = useState(false)
  const submit = (typed: { password: string; repeated: string }) => {
    // Password managers may have filled the fields without an event.
    setPassword(typed.password)
    setRepeated(typed.repeated)
    const found: Record<string, string> = {
      ...(!hasAcceptableLength(typed.password) && { password: t.length }),
      ...(typed.password !== typed.repeated && { repeated: t.different }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0 && !busy) onSubmit(typed.password)
  }
  const rejected = error && failureOf(error).fields
  const hasErrors = Object.keys(errors).length > 0
  const type = isShown ? 'text' : 'password'
  return (
    <Form className="stack" errors={hasErrors ? errors : (rejected ?? {})} onFormSubmit={submit}>
      {error && !rejected && <FailureNotice error={error} keepsInput />}
      <UsernameField email={email} />
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
        name="repeated"
        label={t.again}
        type={type}
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
      />
      <label className="row small">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {t.show}
      </label>
      <Button type="submit" variant="primary" busy={busy}>
        {isPasswordReset ? t.resetSubmit : t.submit}
      </Button>
    </Form>
  )
}
