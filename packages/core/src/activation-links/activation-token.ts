import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '../limits.ts'

/** Who activates: the prefix of the token tells. */
export type Activatable = 'portal-user' | 'administrator'

const PREFIXES: Record<Activatable, string> = { 'portal-user': 'pau_', administrator: 'paa_' }
const TOKEN_BYTES = 32
const LINK_TTL_MS = LIMITS.activationLinkDays * 24 * 3600 * 1000

/** What is kept of a link: enough to recognise it once, not to make it. */
export interface StoredActivation {
  /** SHA-256. */
  tokenHash: Uint8Array
  expiresAt: Date
}

/** A new token for a link, which is in the mail alone. */
export function issueActivationToken(who: Activatable): { token: string; stored: StoredActivation } {
  const token = `${PREFIXES[who]}${randomBytes(TOKEN_BYTES).toString('base64url')}`
  return { token, stored: { tokenHash: hashActivationToken(token), expiresAt: new Date(Date.now() + LINK_TTL_MS) } }
}

/** Whose token it is, by its prefix. */
export const activatableOf = (token: string): Activatable | undefined =>
  (Object.keys(PREFIXES) as Activatable[]).find((who) => token.startsWith(PREFIXES[who]))

export const hashActivationToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
