import { LogOut, UserMenu, useWords } from '@partner-accounts/ui'
import { useMe } from '../permissions/me.ts'
import { SignOutButton } from '../sign-in/sign-out-button.tsx'
import { shellWords } from './shell-words.ts'

export function PortalUserMenu() {
  const t = useWords(shellWords)
  const { me, mayRead, mayCreate } = useMe()
  const rights = [...(mayRead ? [t.read] : []), ...(mayCreate ? [t.createAccounts] : [])]
  const signOut = (
    <SignOutButton>
      <LogOut size={16} aria-hidden /> {t.signOut}
    </SignOutButton>
  )
  return (
    <UserMenu name={me.name} detail={me.partner.name} signOut={signOut}>
      <div>
        <p className="account-name">{me.email}</p>
        <p className="small muted">{me.partner.name}</p>
        <p className="small muted">
          {t.permissions}: {rights.join(', ') || t.nothing}
        </p>
      </div>
    </UserMenu>
  )
}
