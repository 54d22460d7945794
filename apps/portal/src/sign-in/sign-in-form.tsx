import { Form } from '@base-ui/react/form'
import { type ReactNode, type Ref, useState } from 'react'
import { sessionKeeper } from '../service/clients.ts'
import { failureOf } from '@partner-accounts/ui/failure'
import { Button, FailureNotice, Notice, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { signInMessages } from './sign-in-messages.ts'

interface SignInFormProps {
  /** E-mail of the user whose session continues. Default: anyone may sign in. */
  as?: string
  email?: string | undefined
  passwordRef?: Ref<HTMLInputElement>
  /** Explains why the form is shown, until an attempt fails. */
  notice?: ReactNode
  /** @param email as typed so far */
  children: (email: string) => ReactNode
}

/** Values of the fields when the form is sent. Some password managers fill fields without an event. */
interface Typed {
  email: string
  password: string
  /** Absent unless a second factor is required. */
  code?: string
}

export function SignInForm({ as, email: initial = as ?? '', passwordRef, notice, children }: SignInFormProps) {
  const t = useMessages(signInMessages)
  const [email, setEmail] = useState(initial)
  const [password, setPassword] = useState('')
  const [isBlocked] = useState(areCookiesBlocked)
  /** `undefined` until the service requires it. */
  const [code, setCode] = useState<string>()
  const signIn = useAction({
    mutationFn: (typed: Typed) => sessionKeeper.signIn(typed.email.trim(), typed.password, typed.code?.trim()),
    onError(error) {
      if (failureOf(error).name === 'second-factor-required') setCode('')
    },
  })
  const [missing, setMissing] = useState<Record<string, string>>({})
  const submit = (typed: Typed) => {
    setEmail(typed.email)
    setPassword(typed.password)
    const errors: Record<string, string> = {}
    if (typed.email.trim() === '') errors['email'] = t.emailMissing
    if (typed.password === '') errors['password'] = t.passwordMissing
    setMissing(errors)
    if (Object.keys(errors).length === 0) signIn.mutate(typed)
  }
  const fieldErrors = signIn.error && failureOf(signIn.error).fields
  return (
    <Form className="stack" errors={fieldErrors ?? missing} onFormSubmit={submit}>
      {isBlocked && <Notice tone="alert">{t.cookiesBlocked}</Notice>}
      {signIn.error && !fieldErrors ? <SignInFailure error={signIn.error} /> : notice}
      <TextField
        name="email"
        label={t.email}
        type="email"
        autoComplete="username"
        readOnly={as !== undefined}
        value={email}
        onChange={setEmail}
      />
      <TextField
        name="password"
        label={t.password}
        type="password"
        autoComplete="current-password"
        {...(passwordRef && { ref: passwordRef })}
        value={password}
        onChange={setPassword}
      />
      {code !== undefined && (
        <TextField
          name="code"
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      <Button type="submit" variant="primary" busy={signIn.isPending}>
        {t.submit}
      </Button>
      {children(email)}
    </Form>
  )
}

/** Tries to set a cookie, because `navigator.cookieEnabled` is true in Safari even while it blocks cookies. */
function areCookiesBlocked(): boolean {
  document.cookie = 'probe=set; SameSite=Strict'
  const isBlocked = !document.cookie.includes('probe=set')
  document.cookie = 'probe=; Max-Age=0'
  return isBlocked
}

function SignInFailure({ error }: { error: unknown }) {
  const t = useMessages(signInMessages)
  const { name } = failureOf(error)
  if (name === 'user-not-activated') return <Notice tone="caution">{t.notActivated}</Notice>
  if (name === 'invalid-credentials') return <Notice tone="alert">{t.incorrect}</Notice>
  if (name === 'second-factor-required') return <Notice>{t.codeRequired}</Notice>
  return <FailureNotice error={error} keepsInput />
}
