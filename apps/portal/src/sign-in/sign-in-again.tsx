import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { useSession } from '../service/trpc.ts'
import { useMessages } from '@partner-accounts/ui'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** Asks for the password above the open page, keeps its input, then resumes pending requests. */
export function SignInAgain() {
  const t = useMessages(signInMessages)
  const session = useSession()
  const password = useRef<HTMLInputElement>(null)
  if (session.kind !== 'expired') return null
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog stack" initialFocus={password}>
          <AlertDialog.Title className="dialog-title">{t.againTitle}</AlertDialog.Title>
          <AlertDialog.Description className="muted">{t.againLead(session.user.email)}</AlertDialog.Description>
          <SignInForm as={session.user.email} passwordRef={password}>
            {() => <SignOutButton variant="quiet">{t.leave}</SignOutButton>}
          </SignInForm>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
