import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns the whole seconds that are left of a wait.
 *
 * @param cause identifies the wait: another one starts the countdown again
 * @param onEnd called once when nothing is left
 */
export function useCountdown(seconds: number, cause: unknown, onEnd?: () => void): number {
  const [progress, setProgress] = useState({ cause, elapsed: 0 })
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (seconds <= 0) return
    const started = Date.now()
    const timer = setInterval(() => {
      const elapsed = (Date.now() - started) / 1000
      setProgress({ cause, elapsed: Math.floor(elapsed) })
      if (elapsed < seconds) return
      clearInterval(timer)
      end()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return Math.max(0, Math.ceil(seconds) - (progress.cause === cause ? progress.elapsed : 0))
}
