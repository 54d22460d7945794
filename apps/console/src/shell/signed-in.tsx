import { Button, SignedOutFrame, FailedPage, AppSkeleton, useMessages } from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { HOME } from '../service/paths.ts'
import { Shell } from './shell.tsx'
import { meQuery } from '../session/me.ts'
import { SessionEnded } from '../session/session-ended.tsx'
import { sessionMessages } from '../session/session-messages.ts'
import { useSignOut } from '../session/use-sign-out.ts'

/** Shows the console. Sends operators without a session to the sign-in page, which leads back to this address. */
export function SignedIn() {
  const { pathname, search } = useLocation()
  const query = useQuery(meQuery)
  const hasEnded = query.isError && failureOf(query.error).status === 401
  if (query.data) {
    return (
      <>
        <Shell />
        <SessionEnded open={hasEnded} me={query.data} />
      </>
    )
  }
  if (hasEnded) {
    const next = pathname.replace(/\/$/, '') === HOME ? '' : `?next=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`${HOME}/sign-in${next}`} replace />
  }
  if (query.isPending) return <AppSkeleton />
  return (
    <SignedOutFrame>
      <FailedPage error={query.error} retry={() => void query.refetch()} />
      <SignOutButton />
    </SignedOutFrame>
  )
}

function SignOutButton() {
  const t = useMessages(sessionMessages)
  const signOut = useSignOut()
  return (
    <Button variant="quiet" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {t.signOut}
    </Button>
  )
}
