import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import { Ellipsis } from './icons.ts'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { useFormats } from '../preferences/formats.ts'
import { PRODUCT_NAME } from '../requests/addresses.ts'
import { serviceNow } from '../requests/service-clock.ts'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'

const messages = defineMessages(
  { skip: 'Pular para o conteúdo', nav: 'Principal', more: 'Mais' },
  { skip: 'Skip to content', nav: 'Main', more: 'More' },
)

/** Slots of the navigation on phones. If there are more places, the last slot opens the rest. */
const SLOTS_ON_PHONES = 5

export interface Place {
  to: string
  search?: string
  state?: unknown
  label: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  /** Marked as current only on its page, not on pages below it. */
  end?: boolean
}

interface AppShellProps {
  home: string
  /** A partner's name, shown below the product's name. */
  owner?: string
  /** Message at the top of every page. With it, the window also gets a frame. */
  notice?: ReactNode
  places: readonly Place[]
  search?: ReactNode
  menu: ReactNode
  children: ReactNode
}

export function AppShell({ home, owner, notice, places, search, menu, children }: AppShellProps) {
  const t = useMessages(messages)
  const { dateTime } = useFormats()
  const main = useRef<HTMLElement>(null)
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className={notice ? 'shell shell-framed' : 'shell'}>
      {/* A link to `#main` would lead to the page's `<base>`, so this is a button. */}
      <button type="button" className="skip button button-primary" onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      <header className="side">
        <Link to={home} className="wordmark">
          <Logo />
          <span>
            {PRODUCT_NAME}
            {owner !== undefined && <span className="wordmark-owner">{owner}</span>}
          </span>
        </Link>
        {search}
        <Navigation places={places} />
        {menu}
      </header>
      <main className="main" ref={main} tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div className="loading-bar" />}
        {owner !== undefined && (
          <p className="print-only small">
            {PRODUCT_NAME} · {owner} · {dateTime(new Date(serviceNow()).toISOString())}
          </p>
        )}
        {notice && <p className="shell-notice">{notice}</p>}
        {children}
      </main>
    </div>
  )
}

function Navigation({ places }: { places: readonly Place[] }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const hasMore = places.length > SLOTS_ON_PHONES
  const isInMore = places.slice(SLOTS_ON_PHONES - 1).some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  return (
    <nav className={`nav ${hasMore ? 'nav-folded' : ''} ${isOpen ? 'nav-open' : ''}`} aria-label={t.nav}>
      <ul>
        {places.map(({ to, search = '', state, label, Icon, end = false }) => (
          <li key={to}>
            <NavLink to={{ pathname: to, search }} state={state} end={end} onClick={() => setOpen(false)}>
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

/** The frame of pages that people see without being signed in. */
export const SignedOutFrame = ({ children }: { children: ReactNode }) => (
  <div className="door">
    <header>
      <span className="wordmark">
        <Logo /> {PRODUCT_NAME}
      </span>
    </header>
    <main className="door-body">{children}</main>
    <footer className="door-foot">
      <LanguageChoice />
      <ThemeChoice />
    </footer>
  </div>
)

const Logo = () => (
  <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <path
      d="M11 24V8.5h6.2a5.2 5.2 0 0 1 0 10.4H11"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="22.6" cy="23.4" r="2" fill="#f4c77b" />
  </svg>
)
