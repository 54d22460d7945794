import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openClient, sessionKeeper } from '../service/clients.ts'
import { failureOf } from '../service/failure.ts'
import { ButtonLink } from '../components/button.tsx'
import { PageTitle } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { Door } from '../components/door.tsx'
import { ActivationForm } from './activation-form.tsx'
import { activationToken } from './activation-token.ts'
import { activationWords } from './activation-words.ts'

/** A link that is used up, has expired or never was one: the service says which, and what to do. */
const linkRefusal = (error: Error): string | undefined => {
  const { status, uiMessage } = failureOf(error)
  return status === 404 || status === 410 ? uiMessage : undefined
}

/** Where e-mailed links lead, those of portal users and those of administrators of accounts. */
export function ActivationPage() {
  const t = useWords(activationWords)
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const activation = useMutation({
    mutationFn: (password: string) => openClient.activation.activate.mutate({ token: activationToken, password }),
    async onSuccess(activated, password) {
      if (!activated.email) return setDone(true)
      const signedIn = await sessionKeeper.signIn(activated.email, password).then(
        () => true,
        () => false,
      )
      await navigate(signedIn ? '/portal/accounts' : '/portal/sign-in', { state: { activated: true }, replace: true })
    },
  })
  const refusal = activationToken === '' ? t.incomplete : activation.error && linkRefusal(activation.error)
  if (done) return <LinkOutcome title={t.doneTitle} text={t.done} />
  if (refusal) return <LinkOutcome title={t.refusedTitle} text={refusal} signIn />
  return (
    <Door>
      <div className="stack">
        <PageTitle title={t.title} />
        <p className="muted">{t.lead}</p>
      </div>
      <ActivationForm
        busy={activation.isPending}
        error={activation.error}
        onSubmit={(password) => activation.mutate(password)}
      />
    </Door>
  )
}

function LinkOutcome({ title, text, signIn = false }: { title: string; text: string; signIn?: boolean }) {
  const t = useWords(activationWords)
  return (
    <Door>
      <div className="stack" role="status">
        <PageTitle title={title} />
        <p>{text}</p>
        {signIn && (
          <div>
            <ButtonLink to="/portal/sign-in">{t.signIn}</ButtonLink>
          </div>
        )}
      </div>
    </Door>
  )
}
