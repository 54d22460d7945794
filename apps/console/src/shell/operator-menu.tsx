import { Button, LogOut, useFormats, UserMenu, useMessages } from '@partner-accounts/ui'
import { useLocation } from 'react-router'
import { useMe } from '../session/me.ts'
import { sessionMessages } from '../session/session-messages.ts'
import { useSignOut } from '../session/use-sign-out.ts'

export function OperatorMenu() {
  const t = useMessages(sessionMessages)
  const { me } = useMe()
  const { dateTime } = useFormats()
  const signOut = useSignOut()
  const role = t.roles[me.role]
  const signOutButton = (
    <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
      <LogOut size={16} aria-hidden /> {t.signOut}
    </Button>
  )
  return (
    // The key closes the menu when another page opens.
    <UserMenu key={useLocation().pathname} name={me.name} detail={role} signOut={signOutButton}>
      <div>
        <p className="account-name">{me.email ?? me.name}</p>
        <p className="small muted">{role}</p>
        <p className="small muted">{t.until(dateTime(me.expiresAt))}</p>
      </div>
    </UserMenu>
  )
}
