import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Page, useMessages } from '@partner-accounts/ui'
import { ForPermission } from '../permissions/permission-pages.tsx'
import { teamMessages } from './team-messages.ts'

interface TeamFrameProps {
  title: string
  lead: string
  actions?: ReactNode
  children: ReactNode
}

/** A page of the team's section, for people who manage users. */
export function TeamFrame({ children, ...page }: TeamFrameProps) {
  return (
    <ForPermission needs="mayManage">
      <Page {...page}>
        <Sections />
        {children}
      </Page>
    </ForPermission>
  )
}

function Sections() {
  const t = useMessages(teamMessages)
  const path = useLocation().pathname.replace(/\/$/, '')
  const sections = [
    { to: '/portal/team', label: t.people },
    { to: '/portal/team/activity', label: t.activity },
  ]
  return (
    <nav aria-label={t.sections}>
      <div className="choices">
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} className="choice" {...(to === path && { 'aria-current': 'page', 'data-active': '' })}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
