import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { PRODUCT_NAME } from '../requests/addresses.ts'
import { FailureNotice } from './failure-notice.tsx'
import { ArrowLeft } from './icons.ts'

const messages = defineMessages(
  { loading: 'Carregando', failed: 'Não foi possível carregar' },
  { loading: 'Loading', failed: 'Could not load' },
)

interface PageProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** Link to the parent page. `state` restores that page, for example the search text of a list. */
  back?: { to: string; label: string; state?: unknown }
  narrow?: boolean
  children?: ReactNode
}

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

let isFirstPage = true

/** The heading of a page, and the title of the window. It gets the focus when the page changes. */
export function PageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`
  }, [title])
  useEffect(() => {
    // Screen readers read the first page from its start. On later pages, a field that already has the focus keeps it.
    const hasFocusWithin = document.activeElement?.closest('main')
    if (!isFirstPage && !hasFocusWithin) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

/** The empty frame of the app, while it starts. */
export const AppSkeleton = () => (
  <div className="shell" aria-busy="true">
    <div className="side" />
    <main className="main">
      <PageSkeleton />
    </main>
  </div>
)

/** The content of a page, while its data are loaded. */
export const PageSkeleton = () => (
  <div className="page" aria-busy="true">
    <h1 className="visually-hidden">{useMessages(messages).loading}</h1>
    <span className="skeleton skeleton-title" />
    <div className="card card-padded stack">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
)

interface FailedPageProps extends Pick<PageProps, 'back'> {
  error: unknown
  retry?: (() => void) | undefined
}

export const FailedPage = ({ error, retry, ...page }: FailedPageProps) => (
  <Page title={useMessages(messages).failed} {...page}>
    <FailureNotice error={error} {...(retry && { retry })} />
  </Page>
)

export const EmptyPage = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <div className="empty">
    <PageTitle title={title} />
    <p className="muted">{text}</p>
    {action}
  </div>
)
