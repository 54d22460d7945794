import { useEffect, useEffectEvent, useState } from 'react'

const UPDATE_INTERVAL_MS = 250

/**
 * Counts down, and returns the whole seconds that are left.
 *
 * @param cause what the countdown is for, such as an error; another cause restarts it
 * @param onEnd called once per countdown; never if `seconds` is 0
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
    }, UPDATE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [seconds, cause])
  const elapsed = progress.cause === cause ? progress.elapsed : 0
  return Math.max(0, Math.ceil(seconds) - elapsed)
}
