import { LIMITS } from '@partner-accounts/core'

export interface DocumentSettings {
  /** The base of links. Without it, the server's address is relative. */
  publicUrl?: string
  productName?: string
  /** Requests in any sliding window. */
  rateLimit?: { requests: number; windowSeconds: number }
  tokenLifetimeSeconds?: number
  help?: { supportUrl?: string | undefined; statusUrl?: string | undefined }
}

export const withDefaults = ({
  publicUrl = '',
  productName = 'Partner Accounts',
  rateLimit = LIMITS.rate,
  tokenLifetimeSeconds = LIMITS.tokenLifetimeSeconds,
  help = {},
}: DocumentSettings): Required<DocumentSettings> => ({ publicUrl, productName, rateLimit, tokenLifetimeSeconds, help })

const UNITS = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Formats a duration in its largest whole unit: `an hour`, `90 minutes`, `45 seconds`. */
export function inWords(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds % size === 0)!
  const count = seconds / size
  if (count === 1) return unit === 'hour' ? 'an hour' : `a ${unit}`
  return `${count} ${unit}s`
}
