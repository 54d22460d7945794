import { type ReactNode, useId, useEffect, useState } from 'react'
import { useFormats } from '../preferences/formats.ts'
import { serviceNow } from '../requests/service-clock.ts'

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card card-padded stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="facts">{children}</dl>
    </section>
  )
}

interface FactProps {
  label: string
  value: ReactNode
  isWide?: boolean
}

export const Fact = ({ label, value, isWide = false }: FactProps) => (
  <div className={isWide ? 'fact-wide' : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const REFRESH_INTERVAL_MS = 30_000

/** A time such as "2 hours ago", which follows the clock. The exact time is its title. */
export function RelativeTime({ timestamp }: { timestamp: string }) {
  const { relativeTime, exactTime } = useFormats()
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), REFRESH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={timestamp} title={exactTime(timestamp)}>
      {relativeTime(timestamp, now)}
    </time>
  )
}

const TONES: Record<string, string> = {
  active: 'badge-good',
  sent: 'badge-good',
  pending: 'badge-caution',
  invited: 'badge-caution',
  test: 'badge-caution',
  suspended: 'badge-alert',
  disabled: 'badge-alert',
  canceled: 'badge-alert',
  failed: 'badge-alert',
  revoked: 'badge-alert',
}

export const StatusBadge = <Status extends string>({
  status,
  texts,
}: {
  status: Status
  texts: Record<Status, string>
}) => <span className={`badge ${TONES[status] ?? ''}`}>{texts[status]}</span>
