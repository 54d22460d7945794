import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../service/trpc.ts'
import { ButtonLink, Door, Notice, PageTitle, pageWithin, useMessages } from '@partner-accounts/ui'
import { passwordMessages } from '../password/password-messages.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

export function SignInPage() {
  const t = useMessages(signInMessages)
  const { forgotten } = useMessages(passwordMessages)
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: { activated?: boolean } | null }
  const session = useSession()
  if (session.kind === 'signed-in') return <Navigate to={pageWithin('/portal', query.get('next'))} replace />
  return (
    <Door>
      <div className="stack">
        <PageTitle title={t.title} />
        <p className="muted">{t.lead}</p>
      </div>
      {state?.activated === true && <Notice tone="good">{t.activated}</Notice>}
      {session.kind === 'signed-out' && session.byUser && <Notice>{t.signedOut}</Notice>}
      <SignInForm>
        <ButtonLink variant="quiet" to="/portal/forgotten-password">
          {forgotten}
        </ButtonLink>
      </SignInForm>
    </Door>
  )
}
