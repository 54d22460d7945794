import { useSyncExternalStore } from 'react'

export interface RateUse {
  limit: number
  windowSeconds: number
  remaining: number
  /** Seconds until the next request is available. */
  resetSeconds: number
}

let latest: RateUse | undefined
const listeners = new Set<() => void>()

/**
 * Stores the rate limit that a response reports, as in draft-ietf-httpapi-ratelimit-headers: quota `q` and window `w`,
 * remaining requests `r` and seconds until the reset `t`.
 */
export function recordRateUse(headers: Headers): void {
  const policy = numbersOf(headers.get('ratelimit-policy'))
  const use = numbersOf(headers.get('ratelimit'))
  if (policy['q'] === undefined || policy['w'] === undefined || use['r'] === undefined) return
  latest = { limit: policy['q'], windowSeconds: policy['w'], remaining: use['r'], resetSeconds: use['t'] ?? 1 }
  for (const listener of listeners) listener()
}

/** Reads `"default";q=60;w=60` as `{ q: 60, w: 60 }`. */
function numbersOf(header: string | null): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const [, name = '', digits] of (header ?? '').matchAll(/;\s*(\w+)=(\d+)/g)) numbers[name] = Number(digits)
  return numbers
}

/** Returns what the latest response reported, or `undefined` before the first one. */
export const latestRateUse = (): RateUse | undefined => latest

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRateUse = (): RateUse | undefined => useSyncExternalStore(subscribe, latestRateUse)
