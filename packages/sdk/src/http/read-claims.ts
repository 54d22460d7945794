import type { Mode } from '../options/client-options.ts'
import { parseObject } from '../options/checks.ts'

/** Does not verify. An opaque token has no claims and is used until the service rejects it. */
export function readClaims(token: string): {
  iat?: number
  exp?: number
  sub?: string
  partner_id?: string
  mode?: Mode
} {
  try {
    const payload = atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))
    return parseObject(payload) ?? {}
  } catch {
    return {}
  }
}
