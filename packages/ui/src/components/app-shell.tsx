import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import { Logo } from '../brand/logo.tsx'
import { Ellipsis } from './icons.tsx'
import { useWords } from '../preferences/locale.ts'
import { words } from '../preferences/words.ts'

const messages = words(
  { skip: 'Pular para o conteúdo', nav: 'Principal', more: 'Mais' },
  { skip: 'Skip to content', nav: 'Main', more: 'More' },
)

/** A phone shows this many places below the page. With more places, the last of them opens the rest. */
const MAX_PLACES_ON_PHONES = 5

/** An entry of the main navigation. */
export interface Place {
  to: string
  label: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** Whether pages below this one leave the entry unmarked. */
  end?: boolean
}

interface AppShellProps {
  /** Where the wordmark leads. */
  home: string
  places: readonly Place[]
  /** Above the navigation. */
  search?: ReactNode
  /** Below the navigation: the user's menu. */
  menu: ReactNode
  children: ReactNode
}

/** The frame of every page of signed-in users: navigation at the side, the page beside it. */
export function AppShell({ home, places, search, menu, children }: AppShellProps) {
  const t = useWords(messages)
  const main = useRef<HTMLElement>(null)
  // The code of a page that was not opened before.
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="shell">
      {/* Not a link: `#…` would lead to the page's base. */}
      <button type="button" className="skip button button-primary" onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      <header className="side">
        <Link to={home} className="wordmark">
          <Logo /> Partner Accounts
        </Link>
        {search}
        <Navigation places={places} />
        {menu}
      </header>
      <main className="main" ref={main} tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div className="loading-bar" />}
        {children}
      </main>
    </div>
  )
}

function Navigation({ places }: { places: readonly Place[] }) {
  const t = useWords(messages)
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const hasMore = places.length > MAX_PLACES_ON_PHONES
  const isInMore = places.slice(MAX_PLACES_ON_PHONES - 1).some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  return (
    <nav className={`nav ${hasMore ? 'nav-folded' : ''} ${isOpen ? 'nav-open' : ''}`} aria-label={t.nav}>
      <ul>
        {places.map(({ to, label, Icon, end = false }) => (
          <li key={to}>
            <NavLink to={to} end={end} onClick={() => setOpen(false)}>
              <Icon size={19} aria-hidden /> {label}
            </NavLink>
          </li>
        ))}
        {hasMore && (
          <li className="nav-more">
            <button
              type="button"
              className={isInMore && !isOpen ? 'nav-current' : ''}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Ellipsis size={19} aria-hidden /> {t.more}
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}
