import { Form } from '@base-ui/react/form'
import { type ReactNode, type Ref, useState } from 'react'
import { sessionKeeper } from '../service/clients.ts'
import { failureOf } from '@partner-accounts/ui/failure'
import { Button, FailureNotice, Notice, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { signInMessages } from './sign-in-messages.ts'

interface SignInFormProps {
  /** The user whose session continues. Default: anyone. */
  as?: string
  email?: string | undefined
  passwordRef?: Ref<HTMLInputElement>
  /** @param email as typed so far */
  children: (email: string) => ReactNode
}

export function SignInForm({ as, email: initial = as ?? '', passwordRef, children }: SignInFormProps) {
  const t = useMessages(signInMessages)
  const [email, setEmail] = useState(initial)
  const [password, setPassword] = useState('')
  /** `undefined` until required. */
  const [code, setCode] = useState<string>()
  const signIn = useAction({
    mutationFn: () => sessionKeeper.signIn(email.trim(), password, code?.trim()),
    onError: (error) => failureOf(error).name === 'second-factor-required' && setCode(''),
  })
  const rejected = signIn.error && failureOf(signIn.error).fields
  return (
    <Form className="stack" errors={rejected ?? {}} onFormSubmit={() => signIn.mutate()}>
      {signIn.error && !rejected && <SignInFailure error={signIn.error} />}
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

function SignInFailure({ error }: { error: unknown }) {
  const t = useMessages(signInMessages)
  const { name } = failureOf(error)
  if (name === 'user-not-activated') return <Notice tone="caution">{t.notActivated}</Notice>
  if (name === 'invalid-credentials') return <Notice tone="alert">{t.incorrect}</Notice>
  if (name === 'second-factor-required') return <Notice>{t.codeRequired}</Notice>
  return <FailureNotice error={error} typed />
}
