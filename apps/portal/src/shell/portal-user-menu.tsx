import { LogOut, UserMenu, useMessages } from '@partner-accounts/ui'
import { Link, useLocation } from 'react-router'
import { passwordMessages } from '../password/password-messages.ts'
import { useMe } from '../permissions/me.ts'
import { SignOutButton } from '../sign-in/sign-out-button.tsx'
import { ModeButton } from '../test-mode/mode-button.tsx'
import { usePersonEmail } from '../test-mode/person-email.ts'
import { shellMessages } from './shell-messages.ts'

export function PortalUserMenu() {
  const t = useMessages(shellMessages)
  const { me, mayRead, mayCreate, mayManage, mayManageWebhooks } = useMe()
  const personEmail = usePersonEmail()
  const { profile } = useMessages(passwordMessages)
  const { pathname } = useLocation()
  const rights = [
    ...(mayRead ? [t.read] : []),
    ...(mayCreate ? [t.createAccounts] : []),
    ...(mayManage ? [t.manageUsers] : []),
    ...(mayManageWebhooks ? [t.manageWebhooks] : []),
  ]
  const signOut = (
    <SignOutButton>
      <LogOut size={16} aria-hidden /> {t.signOut}
    </SignOutButton>
  )
  // The key closes the menu when one of its links opens another page.
  return (
    <UserMenu key={pathname} name={me.name} detail={me.partner.name} signOut={signOut}>
      <div>
        <p className="account-name">{personEmail(me.email)}</p>
        <p className="small muted">{me.partner.name}</p>
        <p className="small muted">
          {t.permissions}: {rights.join(', ') || t.nothing}
        </p>
      </div>
      <Link className="button button-secondary" to="/portal/profile">
        {profile}
      </Link>
      <ModeButton />
    </UserMenu>
  )
}
