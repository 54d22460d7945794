import type { ReactNode } from 'react'
import { Logo } from '../brand/logo.tsx'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'

/** The frame of pages for signed-out users. */
export const Door = ({ children }: { children: ReactNode }) => (
  <div className="door">
    <header>
      <span className="wordmark">
        <Logo /> Partner Accounts
      </span>
    </header>
    <main className="door-body">{children}</main>
    <footer className="door-foot">
      <LanguageChoice />
      <ThemeChoice />
    </footer>
  </div>
)
