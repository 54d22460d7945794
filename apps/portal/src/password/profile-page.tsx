import { Form } from '@base-ui/react/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FailureNotice, Notice, Page, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { hasAcceptableLength } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { SecondFactor } from '../second-factor/second-factor.tsx'
import { Sessions } from '../sessions/sessions.tsx'
import { UsernameField } from './username-field.tsx'
import { passwordMessages } from './password-messages.ts'

export function ProfilePage() {
  const t = useMessages(passwordMessages)
  const { me } = useMe()
  // Test mode that was opened from live mode uses the password and second factor of live mode, where they are changed.
  const hasOwnSignIn = !me.isOpenedFromLive
  return (
    <Page title={t.profile} lead={hasOwnSignIn ? t.profileLead(me.email) : t.testLead}>
      <div className="two-columns">
        {hasOwnSignIn && <SecondFactor />}
        {hasOwnSignIn && <PasswordForm />}
        <Sessions />
      </div>
    </Page>
  )
}

interface TypedPasswords {
  currentPassword: string
  password: string
}

function PasswordForm() {
  const t = useMessages(passwordMessages)
  const { email } = useMe().me
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isLengthInvalid, setLengthInvalid] = useState(false)
  const [isShown, setShown] = useState(false)
  const queries = useQueryClient()
  const { sessions } = useTRPC()
  const change = useAction({
    mutationFn: (typed: TypedPasswords) => client.passwords.update.mutate(typed),
    onSuccess() {
      setCurrent('')
      setPassword('')
      return queries.invalidateQueries({ queryKey: sessions.pathKey() })
    },
  })
  const submit = (typed: TypedPasswords) => {
    // Password managers may have filled the fields without an event.
    setCurrent(typed.currentPassword)
    setPassword(typed.password)
    const isLengthValid = hasAcceptableLength(typed.password)
    setLengthInvalid(!isLengthValid)
    if (isLengthValid) change.mutate(typed)
  }
  const fieldErrors = change.error && failureOf(change.error).fields
  const errors = isLengthInvalid ? { password: t.length } : (fieldErrors ?? {})
  const type = isShown ? 'text' : 'password'
  return (
    <section className="card card-padded stack" aria-labelledby="password">
      <h2 id="password">{t.change}</h2>
      <p className="muted">{t.changeLead}</p>
      {change.isSuccess && <Notice tone="good">{t.changed}</Notice>}
      <Form className="stack" errors={errors} onFormSubmit={submit}>
        {change.error && !fieldErrors && <FailureNotice error={change.error} keepsInput />}
        <UsernameField email={email} />
        <TextField
          name="currentPassword"
          label={t.current}
          type={type}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextField
          name="password"
          label={t.new}
          hint={t.hint}
          type={type}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <StrengthMeter password={password} />
        <label className="row small">
          <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {t.show}
        </label>
        <div>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {t.change}
          </Button>
        </div>
      </Form>
    </section>
  )
}
