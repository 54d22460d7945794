import { Form } from '@base-ui/react/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { renderSVG } from 'uqr'
import {
  Button,
  CopiedValue,
  CopyButton,
  download,
  FailureNotice,
  Notice,
  ShownOnce,
  TextField,
  useMessages,
  useAction,
  useFormats,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useMe } from '../permissions/me.ts'
import { client } from '../service/clients.ts'
import { useTRPC } from '../service/trpc.ts'
import { secondFactorMessages } from './second-factor-messages.ts'

export function SecondFactor() {
  const t = useMessages(secondFactorMessages)
  const { me, refresh } = useMe()
  const { isActive, isRequired } = me.secondFactor
  const queries = useQueryClient()
  const { sessions, secondFactors } = useTRPC()
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
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
          submit={t.remove}
          variant="danger"
          send={(code) => client.secondFactors.delete.mutate({ code })}
          onDone={refresh}
        />
      )}
      {!isActive && !secret && <BeginForm onBegun={setSecret} />}
      {!isActive && secret && (
        <CodeForm
          label={t.code}
          submit={t.confirm}
          send={(code) => client.secondFactors.confirm.mutate({ code })}
          onDone={({ recoveryCodes: issued }) => {
            setRecoveryCodes(issued)
            void queries.invalidateQueries({ queryKey: sessions.pathKey() })
          }}
        >
          <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(renderSVG(secret.uri))}`} alt={t.qr} />
          <dl>
            <CopiedValue name={t.secret} value={secret.secret} />
          </dl>
        </CodeForm>
      )}
      {recoveryCodes && (
        <ShownOnce
          title={t.recoveryTitle}
          lead={t.recoveryLead}
          kept={t.kept}
          onClose={() => {
            setRecoveryCodes(undefined)
            setSecret(undefined)
            void queries.invalidateQueries({ queryKey: secondFactors.pathKey() })
            refresh()
          }}
        >
          <div className="stack">
            <dt className="field-label">{t.recoveryCodes}</dt>
            <dd>
              <pre className="code">{recoveryCodes.join('\n')}</pre>
            </dd>
            <dd className="row">
              <CopyButton name={t.recoveryCodes} text={recoveryCodes.join('\n')} />
              <Button
                small
                onClick={() =>
                  download(`${t.fileName}.txt`, 'text/plain', fileOf(t.fileTitle(me.email), recoveryCodes))
                }
              >
                {t.save}
              </Button>
            </dd>
          </div>
        </ShownOnce>
      )}
    </section>
  )
}

/** Windows's editor shows the lines, too. */
const fileOf = (title: string, codes: readonly string[]): string => [title, '', ...codes, ''].join('\r\n')

function RecoveryCodes({ onReissued }: { onReissued: (codes: string[]) => void }) {
  const t = useMessages(secondFactorMessages)
  const { number } = useFormats()
  const [isReissuing, setReissuing] = useState(false)
  const { data } = useQuery(useTRPC().secondFactors.get.queryOptions())
  if (isReissuing) {
    return (
      <CodeForm
        label={t.code}
        submit={t.reissue}
        send={(code) => client.secondFactors.reissueRecoveryCodes.mutate({ code })}
        onDone={({ recoveryCodes }) => {
          setReissuing(false)
          onReissued(recoveryCodes)
        }}
      >
        <p>{t.reissueLead}</p>
        <div>
          <Button small variant="quiet" onClick={() => setReissuing(false)}>
            {t.cancel}
          </Button>
        </div>
      </CodeForm>
    )
  }
  return (
    <div className="row">
      {data && <p>{t.codesLeft(number(data.recoveryCodes))}</p>}
      <Button small onClick={() => setReissuing(true)}>
        {t.reissue}
      </Button>
    </div>
  )
}

function BeginForm({ onBegun }: { onBegun: (begun: { secret: string; uri: string }) => void }) {
  const t = useMessages(secondFactorMessages)
  const [currentPassword, setCurrentPassword] = useState('')
  const begin = useAction({
    mutationFn: (typed: { currentPassword: string }) => client.secondFactors.create.mutate(typed),
    onSuccess: onBegun,
  })
  const submit = (typed: { currentPassword: string }) => {
    setCurrentPassword(typed.currentPassword)
    begin.mutate(typed)
  }
  const rejected = begin.error && failureOf(begin.error).fields
  return (
    <Form className="stack" errors={rejected ?? {}} onFormSubmit={submit}>
      {begin.error && !rejected && <FailureNotice error={begin.error} typed />}
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

interface CodeFormProps<Result> {
  label: string
  submit: string
  variant?: 'danger'
  send: (code: string) => Promise<Result>
  onDone: (result: Result) => void
  children?: ReactNode
}

function CodeForm<Result>({ label, submit, variant, send, onDone, children }: CodeFormProps<Result>) {
  const [code, setCode] = useState('')
  const change = useAction({ mutationFn: () => send(code.trim()), onSuccess: onDone })
  const rejected = change.error && failureOf(change.error).fields
  return (
    <Form className="stack" errors={rejected ?? {}} onFormSubmit={() => change.mutate()}>
      {change.error && !rejected && <FailureNotice error={change.error} typed />}
      {children}
      <TextField name="code" label={label} autoComplete="one-time-code" value={code} onChange={setCode} />
      <div>
        <Button type="submit" variant={variant ?? 'primary'} busy={change.isPending}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
