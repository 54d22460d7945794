import { useFormats, useMessages } from '@partner-accounts/ui'
import { useEffect, useRef } from 'react'
import { changeMessages } from './change-messages.ts'

/** Stops a batch on request, and when its page closes. The batch asks `isStopped` between its steps. */
export function useStop() {
  const isStopped = useRef(false)
  const start = () => {
    isStopped.current = false
  }
  const stop = () => {
    isStopped.current = true
  }
  useEffect(() => stop, [])
  return { start, stop, isStopped: () => isStopped.current }
}

export function BatchProgress({ processed, total }: { processed: number; total: number }) {
  const t = useMessages(changeMessages)
  const { number } = useFormats()
  return (
    <label className="stack">
      <span role="status">{t.progress(number(processed), number(total))}</span>
      <progress value={processed} max={total} />
    </label>
  )
}
