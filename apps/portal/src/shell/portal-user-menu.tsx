import { LogOut, UserMenu, useWords } from '@partner-accounts/ui'
import { Link, useLocation } from 'react-router'
import { passwordWords } from '../password/password-words.ts'
import { useMe } from '../permissions/me.ts'
import { SignOutButton } from '../sign-in/sign-out-button.tsx'
import { shellWords } from './shell-words.ts'

export function PortalUserMenu() {
  const t = useWords(shellWords)
  const { me, mayRead, mayCreate, mayManage } = useMe()
  const { profile } = useWords(passwordWords)
  const rights = [
    ...(mayRead ? [t.read] : []),
    ...(mayCreate ? [t.createAccounts] : []),
    ...(mayManage ? [t.manageUsers] : []),
  ]
  const signOut = (
    <SignOutButton>
      <LogOut size={16} aria-hidden /> {t.signOut}
    </SignOutButton>
  )
  return (
    <UserMenu key={useLocation().pathname} name={me.name} detail={me.partner.name} signOut={signOut}>
      <div>
        <p className="account-name">{me.email}</p>
        <p className="small muted">{me.partner.name}</p>
        <p className="small muted">
          {t.permissions}: {rights.join(', ') || t.nothing}
        </p>
      </div>
      <Link className="button button-secondary" to="/portal/profile">
        {profile}
      </Link>
    </UserMenu>
  )
}
