import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { loadChunk } from '@partner-accounts/ui/load-chunk'
import { Component, Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isApiError } from '@partner-accounts/client'
import { failureOf } from '@partner-accounts/ui/failure'
import { useSession } from '../service/trpc.ts'
import { SignedOutFrame, FailedPage, AppSkeleton, useMessages } from '@partner-accounts/ui'
import { SignOutButton } from '../sign-in/sign-out-button.tsx'
import { Shell } from './shell.tsx'
import { shellMessages } from './shell-messages.ts'

const loadSignInAgain = () => import('../sign-in/sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadChunk(loadSignInAgain)).SignInAgain }))

export function SignedIn() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const isSignedIn = session.kind !== 'signed-out'
  // Loads the dialog early: if its file could not be loaded later, only a reload would help, and drafts would be lost.
  useEffect(() => {
    if (isSignedIn) loadSignInAgain().catch(() => undefined)
  }, [isSignedIn])
  if (session.kind === 'signed-out') {
    const isStart = pathname === '/portal' || pathname === '/portal/'
    const next = isStart ? '' : `?next=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/portal/sign-in${next}`} replace />
  }
  return (
    // If another user signs in through another tab, the key changes, so nothing of the previous user stays on the page.
    <Fragment key={session.user.userId}>
      <QueryErrorResetBoundary>
        {({ reset }) => (
          <SessionErrorBoundary onRetry={reset}>
            <Suspense fallback={<AppSkeleton />}>
              <Shell />
            </Suspense>
          </SessionErrorBoundary>
        )}
      </QueryErrorResetBoundary>
      <Suspense>{session.kind === 'expired' && <SignInAgain />}</Suspense>
    </Fragment>
  )
}

interface BoundaryProps {
  onRetry: () => void
  children: ReactNode
}

/** Shows why the user's session could not be read: there was no response, or the user was disabled (403). */
class SessionErrorBoundary extends Component<BoundaryProps, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isApiError(error)) throw error
    const retry = () => {
      this.props.onRetry()
      this.setState({ error: undefined })
    }
    return (
      <SignedOutFrame>
        <FailedPage error={error} retry={failureOf(error).status === 403 ? undefined : retry} />
        <Leave />
      </SignedOutFrame>
    )
  }
}

const Leave = () => <SignOutButton variant="quiet">{useMessages(shellMessages).signOut}</SignOutButton>
