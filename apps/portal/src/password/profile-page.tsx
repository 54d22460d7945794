import { Form } from '@base-ui/react/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FailureNotice, Notice, Page, TextField, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { isAcceptable } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { useMe } from '../permissions/me.ts'
import { client, sessionKeeper } from '../service/clients.ts'
import { SecondFactor } from '../second-factor/second-factor.tsx'
import { passwordMessages } from './password-messages.ts'

export function ProfilePage() {
  const t = useMessages(passwordMessages)
  const { me } = useMe()
  return (
    <Page title={t.profile} lead={t.profileLead(me.email)}>
      <div className="two-columns">
        <SecondFactor />
        <PasswordForm />
        <SignOutEverywhere />
      </div>
    </Page>
  )
}

function PasswordForm() {
  const t = useMessages(passwordMessages)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const [shown, setShown] = useState(false)
  const change = useMutation({
    mutationFn: () => client.passwords.change.mutate({ currentPassword: current, password }),
    onSuccess() {
      setCurrent('')
      setPassword('')
    },
  })
  const submit = () => {
    setTooShort(!isAcceptable(password))
    if (isAcceptable(password) && !change.isPending) change.mutate()
  }
  const rejected = change.error && failureOf(change.error).fields
  const type = shown ? 'text' : 'password'
  return (
    <section className="card card-padded stack" aria-labelledby="password">
      <h2 id="password">{t.change}</h2>
      <p className="muted">{t.changeLead}</p>
      {change.isSuccess && <Notice tone="good">{t.changed}</Notice>}
      <Form className="stack" errors={isTooShort ? { password: t.length } : (rejected ?? {})} onFormSubmit={submit}>
        {change.error && !rejected && <FailureNotice error={change.error} typed />}
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
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} /> {t.show}
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

function SignOutEverywhere() {
  const t = useMessages(passwordMessages)
  const signOut = useMutation({
    async mutationFn() {
      await client.sessions.signOutEverywhere.mutate()
      await sessionKeeper.signOut()
    },
  })
  return (
    <section className="card card-padded stack" aria-labelledby="everywhere">
      <h2 id="everywhere">{t.everywhere}</h2>
      <p className="muted">{t.everywhereLead}</p>
      {signOut.isError && <FailureNotice error={signOut.error} />}
      <div>
        <Button variant="danger" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {t.everywhereButton}
        </Button>
      </div>
    </section>
  )
}
