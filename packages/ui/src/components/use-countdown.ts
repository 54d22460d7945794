import { useEffect, useEffectEvent, useState } from 'react'

/**
 * @param cause a new one restarts the countdown
 * @param onEnd called once
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
