import { Building2, CodeXml, FileSpreadsheet, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { Logo } from '../brand/logo.tsx'
import { useWords } from '../preferences/locale.ts'
import { useMe } from './me.ts'
import { shellWords } from './shell-words.ts'
import { Suspended } from './standstill.tsx'
import { UserMenu } from './user-menu.tsx'

/** Around every page of who is signed in. */
export function Shell() {
  const t = useWords(shellWords)
  const main = useRef<HTMLElement>(null)
  const { me } = useMe()
  return (
    <div className="shell">
      {/* Not a link: `#…` would lead to the page's base. */}
      <button type="button" className="skip button button-primary" onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      <header className="side">
        <Link to="/portal/accounts" className="wordmark">
          <Logo /> Partner Accounts
        </Link>
        <Navigation />
        <UserMenu />
      </header>
      <main className="main" ref={main} tabIndex={-1}>
        {me.partner.status === 'suspended' ? <Suspended /> : <Outlet />}
      </main>
    </div>
  )
}

function Navigation() {
  const t = useWords(shellWords)
  const { mayRead, mayCreate } = useMe()
  const places = [
    { offered: mayRead, to: '/portal/accounts', label: t.accounts, Icon: Building2 },
    { offered: mayCreate, to: '/portal/accounts/new', label: t.create, Icon: Plus },
    { offered: mayCreate, to: '/portal/onboarding', label: t.onboarding, Icon: FileSpreadsheet },
    { offered: mayRead || mayCreate, to: '/portal/developers', label: t.developers, Icon: CodeXml },
  ]
  return (
    <nav className="nav" aria-label={t.nav}>
      <ul>
        {places
          .filter(({ offered }) => offered)
          .map(({ to, label, Icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/portal/accounts'}>
                <Icon size={19} aria-hidden /> {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
