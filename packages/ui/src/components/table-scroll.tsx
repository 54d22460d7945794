import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../preferences/locale.ts'
import { defineMessages } from '../preferences/messages.ts'
import { Button } from './button.tsx'

/** Scrolls a table that is wider than the page, also by keyboard. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={region} className="table-scroll" {...(overflows && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      {children}
    </div>
  )
}

const ROWS = Array.from({ length: 10 }, (_, index) => index)
const COLUMNS = Array.from({ length: 5 }, (_, index) => index)

export const TableSkeleton = ({ loading }: { loading: string }) => (
  <div className="table-scroll">
    <p className="visually-hidden" role="status">
      {loading}
    </p>
    <table className="table" aria-hidden>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            {COLUMNS.map((column) => (
              <td key={column}>
                <span className="skeleton" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const messages = defineMessages({ more: 'Carregar mais' }, { more: 'Load more' })

interface MoreButtonProps {
  /** An infinite query of TanStack Query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

export function MoreButton({ query }: MoreButtonProps) {
  const t = useMessages(messages)
  if (!query.hasNextPage) return null
  return (
    <div>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.more}
      </Button>
    </div>
  )
}
