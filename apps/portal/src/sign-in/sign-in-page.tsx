import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../service/trpc.ts'
import { ButtonLink, SignedOutFrame, Notice, PageTitle, pageWithin, useMessages } from '@partner-accounts/ui'
import { passwordMessages } from '../password/password-messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

/** State of a navigation to this page. It is not in the address, because proxies log addresses. */
export interface SignInState {
  email?: string
  /** How the user has just set the password. */
  password?: 'chosen' | 'replaced'
}

export function SignInPage() {
  const t = useMessages(signInMessages)
  const { forgotten } = useMessages(passwordMessages)
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: SignInState | null }
  const session = useSession()
  if (session.kind === 'signed-in') return <Navigate to={pageWithin('/portal', query.get('next'))} replace />
  const hasSignedOut = session.kind === 'signed-out' && session.byUser
  const signedOutNotice = hasSignedOut && <Notice>{t.signedOut}</Notice>
  const notice = state?.password ? <Notice tone="good">{t[state.password]}</Notice> : signedOutNotice
  return (
    <SignedOutFrame>
      <div className="stack">
        <PageTitle title={t.title} />
        <p className="muted">{t.lead}</p>
      </div>
      <SignInForm email={state?.email} notice={notice}>
        {(email) => (
          <ButtonLink variant="quiet" to="/portal/forgotten-password" state={{ email }}>
            {forgotten}
          </ButtonLink>
        )}
      </SignInForm>
    </SignedOutFrame>
  )
}
