import { Building2, CodeXml, FileSpreadsheet, Plus } from '../components/icons.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, NavLink, Outlet, useLocation, useNavigation } from 'react-router'
import { Logo } from '../brand/logo.tsx'
import { storedResults } from '../sign-in/stored-results.ts'
import { useWords } from '../preferences/locale.ts'
import { useMe } from '../permissions/me.ts'
import { shellWords } from './shell-words.ts'
import { Suspended } from '../permissions/permission-pages.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame of every page of signed-in users. */
export function Shell() {
  const t = useWords(shellWords)
  const main = useRef<HTMLElement>(null)
  const { me } = useMe()
  // The code of a page that was not opened before.
  const isLoading = useNavigation().state === 'loading'
  // Results that this browser stores stay readable.
  const isOnboarding = useLocation().pathname.startsWith('/portal/onboarding')
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
      <main className="main" ref={main} tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div className="loading-bar" />}
        {me.partner.status === 'suspended' && !isOnboarding ? <Suspended /> : <Outlet />}
      </main>
    </div>
  )
}

function Navigation() {
  const t = useWords(shellWords)
  const { me, mayRead, mayCreate } = useMe()
  const hasResults = useHasResults(me.id, !mayCreate)
  const places = [
    { offered: mayRead, to: '/portal/accounts', label: t.accounts, Icon: Building2 },
    { offered: mayCreate, to: '/portal/accounts/new', label: t.create, Icon: Plus },
    { offered: mayCreate || hasResults, to: '/portal/onboarding', label: t.onboarding, Icon: FileSpreadsheet },
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

/** Whether this browser stores results of a user, who may have lost the permission to create accounts. */
function useHasResults(userId: string, enabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['stored-results', userId],
    queryFn: async () => (await storedResults(userId)).batches > 0,
    enabled,
    retry: false,
  })
  return data === true
}
