import { Form } from '@base-ui/react/form'
import { useState } from 'react'
import { client } from '../service/clients.ts'
import { Button, Credential, FailureNotice, Notice, TextField, useMessages, useAction } from '@partner-accounts/ui'
import { accountMessages } from './accounts-messages.ts'

/** Shows the access key to users who enter the secret (2.3). The page forgets both when the user leaves it. */
export function RevealToken({ accountId }: { accountId: string }) {
  const t = useMessages(accountMessages)
  const [secret, setSecret] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const reveal = useAction({
    gcTime: 0,
    mutationFn: () => client.accounts.get.query({ account_id: accountId }, { context: { secret: secret.trim() } }),
    // With a wrong secret, the response lacks `api_token` (4.4).
    onSuccess: (account) => setErrors(account.api_token === undefined ? { secret: t.mismatch } : {}),
  })
  const hide = () => {
    reveal.reset()
    setSecret('')
  }
  const submit = () => {
    if (secret.trim() === '') setErrors({ secret: t.missing })
    else reveal.mutate()
  }
  return (
    <section className="card card-padded stack" aria-labelledby="token">
      <h2 id="token">{t.tokenTitle}</h2>
      {reveal.data?.api_token === undefined ? (
        <Form className="stack" errors={errors} onFormSubmit={submit}>
          <p className="muted">{t.tokenLead}</p>
          {reveal.isError && <FailureNotice error={reveal.error} keepsInput />}
          <div className="lookup">
            <TextField
              name="secret"
              label={t.secret}
              type="password"
              autoComplete="off"
              spellCheck={false}
              mono
              value={secret}
              onChange={setSecret}
            />
            <Button type="submit" busy={reveal.isPending}>
              {t.reveal}
            </Button>
          </div>
        </Form>
      ) : (
        <Revealed token={reveal.data.api_token} onHide={hide} />
      )}
    </section>
  )
}

function Revealed({ token, onHide }: { token: string | null; onHide: () => void }) {
  const t = useMessages(accountMessages)
  return (
    <div className="stack" role="status">
      {token === null ? (
        <Notice tone="caution">
          <span className="badge badge-alert">{t.revoked}</span>
          <p>{t.revokedText}</p>
        </Notice>
      ) : (
        <>
          <dl>
            <Credential name="api_token" value={token} />
          </dl>
          <p className="small muted">{t.usage}</p>
        </>
      )}
      <div>
        <Button variant="quiet" onClick={onHide}>
          {t.hide}
        </Button>
      </div>
    </div>
  )
}
