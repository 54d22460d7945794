import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../service/trpc.ts'
import { Notice } from '../components/notice.tsx'
import { PageTitle } from '../components/page.tsx'
import { useWords } from '../preferences/locale.ts'
import { Door } from '../components/door.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInWords } from './sign-in-words.ts'

/** Only to places of the portal: the address may come from anyone. */
const placeToReturnTo = (next: string | null) => (next?.startsWith('/portal') === true ? next : '/portal/accounts')

export function SignInPage() {
  const t = useWords(signInWords)
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: { activated?: boolean } | null }
  if (useSession().kind === 'signed-in') return <Navigate to={placeToReturnTo(query.get('next'))} replace />
  return (
    <Door>
      <div className="stack">
        <PageTitle title={t.title} />
        <p className="muted">{t.lead}</p>
      </div>
      {state?.activated === true && <Notice tone="good">{t.activated}</Notice>}
      {query.has('next') && <Notice>{t.signedOut}</Notice>}
      <SignInForm />
    </Door>
  )
}
