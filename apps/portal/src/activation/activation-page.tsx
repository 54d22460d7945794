import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink, SignedOutFrame, FailureNotice, PageTitle, useMessages, useAction } from '@partner-accounts/ui'
import { openClient, sessionKeeper } from '../service/clients.ts'
import { type Failure, failureOf } from '@partner-accounts/ui/failure'
import type { SignInState } from '../sign-in/sign-in-page.tsx'
import { ActivationForm } from './activation-form.tsx'
import { linkToken, forgetLinkToken, isPasswordReset } from './link-token.ts'
import { activationMessages } from './activation-messages.ts'

const UNUSABLE_LINK_ERRORS: Failure['name'][] = [
  'activation-link-invalid',
  'activation-link-used',
  'activation-link-expired',
  'password-link-invalid',
]

/** Returns why the link cannot be used, or `undefined` for other errors. */
const linkProblem = (error: Error | null): string | undefined => {
  const { name, uiMessage } = failureOf(error)
  return UNUSABLE_LINK_ERRORS.includes(name) ? uiMessage : undefined
}

export function ActivationPage() {
  const t = useMessages(activationMessages)
  const navigate = useNavigate()
  const [isAdministratorActivated, setAdministratorActivated] = useState(false)
  const check = useQuery({
    queryKey: ['activation-link'],
    queryFn: () => openClient.activation.check.mutate({ token: linkToken }),
    enabled: linkToken !== '',
    staleTime: Infinity,
  })
  const activation = useAction({
    mutationFn: (password: string) => openClient.activation.activate.mutate({ token: linkToken, password }),
    async onSuccess(activated, password) {
      forgetLinkToken()
      // Administrators of accounts do not sign in to the portal.
      if (activated.kind === 'administrator') return setAdministratorActivated(true)
      const isSignedIn = await sessionKeeper.signIn(activated.email, password).then(
        () => true,
        () => false,
      )
      const state: SignInState = { email: activated.email, password: isPasswordReset ? 'replaced' : 'chosen' }
      await navigate(isSignedIn ? '/portal' : '/portal/sign-in', { state, replace: true })
    },
  })
  const problem = linkToken === '' ? t.incomplete : (linkProblem(check.error) ?? linkProblem(activation.error))
  if (isAdministratorActivated) return <LinkOutcome title={t.doneTitle} text={t.done} />
  if (problem !== undefined)
    return <LinkOutcome title={isPasswordReset ? t.resetUnusableTitle : t.unusableTitle} text={problem} offersSignIn />
  return (
    <SignedOutFrame>
      <div className="stack">
        <PageTitle title={isPasswordReset ? t.resetTitle : t.title} />
        {check.data && <p>{t.owner(check.data)}</p>}
        <p className="muted">{isPasswordReset ? t.resetLead : t.lead}</p>
      </div>
      {check.isError && <FailureNotice error={check.error} retry={() => void check.refetch()} />}
      {check.isPending && <LoadingForm />}
      {check.data && (
        <ActivationForm
          busy={activation.isPending}
          error={activation.error}
          email={check.data.email}
          onSubmit={(password) => activation.mutate(password)}
        />
      )}
    </SignedOutFrame>
  )
}

const LoadingForm = () => (
  <div className="stack" aria-busy="true">
    <span className="skeleton" />
    <span className="skeleton" />
  </div>
)

function LinkOutcome({ title, text, offersSignIn = false }: { title: string; text: string; offersSignIn?: boolean }) {
  const t = useMessages(activationMessages)
  return (
    <SignedOutFrame>
      <div className="stack" role="status">
        <PageTitle title={title} />
        <p>{text}</p>
        {offersSignIn && (
          <div>
            <ButtonLink to="/portal/sign-in">{t.signIn}</ButtonLink>
          </div>
        )}
      </div>
    </SignedOutFrame>
  )
}
