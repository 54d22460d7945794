import { useEffect, useState } from 'react'
import { useFormats } from '../preferences/formats.ts'

const REFRESH_INTERVAL_MS = 30_000

/** Time from now, with the exact timestamp as its title. */
export function RelativeTime({ timestamp }: { timestamp: string }) {
  const { relativeTime, dateTime } = useFormats()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={timestamp} title={dateTime(timestamp)}>
      {relativeTime(timestamp, now)}
    </time>
  )
}
