import type { Mode } from '../options/client-options.ts'
import { parseObject } from '../options/checks.ts'

/** Returns the claims of a token without verifying it, or `{}` for an opaque token. */
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
