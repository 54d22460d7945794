import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Scrolls a wide table sideways, also by keyboard: it takes the focus while its content overflows. */
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
