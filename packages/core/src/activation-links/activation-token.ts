import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '../limits.ts'

/** The kinds of person that a link activates. The prefix of the token names the kind. */
export type Activatable = 'portal-user' | 'administrator'

const PREFIXES: Record<Activatable, string> = { 'portal-user': 'pau_', administrator: 'paa_' }
const TOKEN_BYTES = 32
const LINK_TTL_SECONDS = LIMITS.activationLinkDays * 24 * 3600

/** The stored form of a link. The link is recognised by it, and cannot be recovered from it. */
export interface StoredActivation {
  /** SHA-256. */
  tokenHash: Uint8Array
  /** The lifetime of the link, measured by the database's clock. */
  validForSeconds: number
}

/** Creates the token of a link. Only the mail contains the token; the database stores its hash. */
export function issueActivationToken(who: Activatable): { token: string; stored: StoredActivation } {
  const token = `${PREFIXES[who]}${randomBytes(TOKEN_BYTES).toString('base64url')}`
  return { token, stored: { tokenHash: hashActivationToken(token), validForSeconds: LINK_TTL_SECONDS } }
}

/** Returns the kind of person that the token activates; `undefined` for any other text. */
export const activatableOf = (token: string): Activatable | undefined =>
  (Object.keys(PREFIXES) as Activatable[]).find((who) => token.startsWith(PREFIXES[who]))

/** Returns the hash under which a link is stored. */
export const hashActivationToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
