import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { PRODUCT_NAME } from '../requests/addresses.ts'
import { ArrowLeft } from './icons.tsx'

interface PageProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** `state` is restored in the history. */
  back?: { to: string; label: string; state?: unknown }
  narrow?: boolean
  children: ReactNode
}

/** The title becomes the window's, and gets the focus when the page changes. */
export function Page({ title, lead, actions, back, narrow = false, children }: PageProps) {
  return (
    <div className={`page ${narrow ? 'page-narrow' : ''}`}>
      {back && (
        <Link to={back.to} state={back.state} className="back">
          <ArrowLeft size={16} aria-hidden /> {back.label}
        </Link>
      )}
      <header className="page-header">
        <div className="page-header-text">
          <PageTitle title={title} />
          {lead !== undefined && lead !== false && <p className="muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

let firstPage = true

export function PageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
  useEffect(() => {
    // Screen readers read the first page from its start.
    if (!firstPage && !document.activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
    firstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

export const Opening = () => (
  <div className="shell" aria-busy="true">
    <div className="side" />
    <div className="main">
      <OpeningPage />
    </div>
  </div>
)

export const OpeningPage = () => (
  <div className="page" aria-busy="true">
    <span className="skeleton skeleton-title" />
    <div className="card card-padded stack">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
)

export const EmptyPage = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <div className="empty">
    <PageTitle title={title} />
    <p className="muted">{text}</p>
    {action}
  </div>
)
