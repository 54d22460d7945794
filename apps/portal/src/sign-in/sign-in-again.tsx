import { useRef } from 'react'
import { useSession } from '../service/trpc.ts'
import { AlertDialog, useMessages } from '@partner-accounts/ui'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** Asks for the password above the open page, which keeps its input. Pending requests continue afterwards. */
export function SignInAgain() {
  const t = useMessages(signInMessages)
  const session = useSession()
  const password = useRef<HTMLInputElement>(null)
  if (session.kind !== 'expired') return null
  return (
    <AlertDialog title={t.againTitle} lead={t.againLead(session.user.email)} initialFocus={password}>
      <SignInForm as={session.user.email} passwordRef={password}>
        {() => <SignOutButton variant="quiet">{t.leave}</SignOutButton>}
      </SignInForm>
    </AlertDialog>
  )
}
