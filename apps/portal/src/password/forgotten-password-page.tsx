import { Form } from '@base-ui/react/form'
import { useState } from 'react'
import { failureOf } from '@partner-accounts/ui/failure'
import { useLocation } from 'react-router'
import {
  Button,
  ButtonLink,
  SignedOutFrame,
  FailureNotice,
  Notice,
  PageTitle,
  TextField,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { openClient } from '../service/clients.ts'
import { passwordMessages } from './password-messages.ts'

export function ForgottenPasswordPage() {
  const t = useMessages(passwordMessages)
  const { state } = useLocation() as { state: { email?: string } | null }
  const [email, setEmail] = useState(state?.email ?? '')
  const request = useAction({
    mutationFn: (typed: string) => openClient.passwords.sendReset.mutate({ email: typed.trim() }),
  })
  const submit = (typed: { email: string }) => {
    // Password managers may have filled the field without an event.
    setEmail(typed.email)
    request.mutate(typed.email)
  }
  const fieldErrors = request.error && failureOf(request.error).fields
  return (
    <SignedOutFrame>
      <div className="stack">
        <PageTitle title={t.forgottenTitle} />
        <p className="muted">{t.forgottenLead}</p>
      </div>
      {request.isSuccess ? (
        <Notice tone="good">
          <p>{t.sent}</p>
          <p className="small">{t.notArrived}</p>
        </Notice>
      ) : (
        <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={submit}>
          {request.isError && !fieldErrors && <FailureNotice error={request.error} keepsInput />}
          <TextField
            name="email"
            label={t.email}
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
          />
          <Button type="submit" variant="primary" busy={request.isPending}>
            {t.send}
          </Button>
        </Form>
      )}
      <ButtonLink variant="quiet" to="/portal/sign-in" state={{ email }}>
        {t.toSignIn}
      </ButtonLink>
    </SignedOutFrame>
  )
}
