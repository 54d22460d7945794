import { Form } from '@base-ui/react/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { Button, CopiedValue, FailureNotice, Notice, TextField, useAction, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { CodeForm } from './code-form.tsx'
import { IssuedCodes, RecoveryCodes } from './recovery-codes.tsx'
import { secondFactorMessages } from './second-factor-messages.ts'

interface NewFactor {
  secret: string
  /** Contains the secret, for a QR code. */
  uri: string
}

export function SecondFactor() {
  const t = useMessages(secondFactorMessages)
  const { me, refresh } = useMe()
  const { isActive, isRequired } = me.secondFactor
  const queries = useQueryClient()
  const { sessions, secondFactors } = useTRPC()
  /** A second factor that is not confirmed by a code yet. */
  const [newFactor, setNewFactor] = useState<NewFactor>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  return (
    <section className="card card-padded stack" aria-labelledby="second-factor">
      <h2 id="second-factor">{t.title}</h2>
      {isRequired && !isActive && <Notice tone="caution">{t.required}</Notice>}
      <p className="muted">{isActive ? t.activeLead : t.lead}</p>
      {isActive && <RecoveryCodes onReissued={setRecoveryCodes} />}
      {isActive && (
        <CodeForm
          label={t.removalCode}
          submitLabel={t.remove}
          variant="danger"
          send={(code) => client.secondFactors.delete.mutate({ code })}
          onDone={refresh}
        />
      )}
      {!isActive && !newFactor && <BeginForm onBegun={setNewFactor} />}
      {!isActive && newFactor && (
        <CodeForm
          label={t.code}
          submitLabel={t.confirm}
          send={(code) => client.secondFactors.confirm.mutate({ code })}
          onDone={({ recoveryCodes: issued }) => {
            setRecoveryCodes(issued)
            void queries.invalidateQueries({ queryKey: sessions.pathKey() })
          }}
        >
          <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(renderSVG(newFactor.uri))}`} alt={t.qr} />
          <dl>
            <CopiedValue name={t.secret} value={newFactor.secret} />
          </dl>
        </CodeForm>
      )}
      {recoveryCodes && (
        <IssuedCodes
          codes={recoveryCodes}
          onClose={() => {
            setRecoveryCodes(undefined)
            setNewFactor(undefined)
            void queries.invalidateQueries({ queryKey: secondFactors.pathKey() })
            refresh()
          }}
        />
      )}
    </section>
  )
}

function BeginForm({ onBegun }: { onBegun: (begun: NewFactor) => void }) {
  const t = useMessages(secondFactorMessages)
  const [currentPassword, setCurrentPassword] = useState('')
  const begin = useAction({
    mutationFn: (typed: { currentPassword: string }) => client.secondFactors.create.mutate(typed),
    onSuccess: onBegun,
  })
  const submit = (typed: { currentPassword: string }) => {
    // Password managers may have filled the field without an event.
    setCurrentPassword(typed.currentPassword)
    begin.mutate(typed)
  }
  const fieldErrors = begin.error && failureOf(begin.error).fields
  return (
    <Form className="stack" errors={fieldErrors ?? {}} onFormSubmit={submit}>
      {begin.error && !fieldErrors && <FailureNotice error={begin.error} keepsInput />}
      <TextField
        name="currentPassword"
        label={t.password}
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <div>
        <Button type="submit" variant="primary" busy={begin.isPending}>
          {t.begin}
        </Button>
      </div>
    </Form>
  )
}
